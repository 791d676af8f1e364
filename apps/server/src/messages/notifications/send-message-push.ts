import { pushTask } from '../../notifications/push/send-push.ts';
import { findPushableMessage } from './queries.ts';

/** Pushes the newest unread message of a conversation, or how many there are on devices that show no content. */
export const sendMessagePush = pushTask('send_message_push', async ({ db }, { member_id: memberId, conversation_id: conversationId }) => {
  const message = await findPushableMessage(db, memberId, conversationId);
  if (!message) return null;
  const { title, name, text, images, count } = message;
  return {
    group: `message ${conversationId}`,
    url: `/messages/${conversationId}`,
    format: ({ pushMessages }, showsContent) => {
      if (!showsContent) return pushMessages.messages({ count });
      const said =
        text.replaceAll(/\s+/g, ' ') || (images > 0 ? pushMessages.messagePhotos({ count: images }) : pushMessages.messageShared);
      return title === null ? pushMessages.messageText({ name, text: said }) : pushMessages.messageInGroup({ name, title, text: said });
    },
  };
});
