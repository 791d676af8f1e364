import type { Words } from '@mbari/words/words-for';
import { createMailIds, listMorningZones } from '../notifications/mails/queue-activity-mails.ts';
import { sendMemberMail } from '../notifications/mails/send-activity-mail.ts';
import { pushTask } from '../notifications/push/send-push.ts';
import type { Context } from '../platform/context.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import type { JobPayloads, Scheduled } from '../platform/jobs/job-payloads.ts';
import { unlinkable } from '../platform/mail/mail-layout.ts';
import { findPushableMessage, listMailable, type MailableConversation, queueDueMessageMails } from './notification-queries.ts';

/** Mails who wrote how many messages, never their text. */
export const sendMessageMail: Task<JobPayloads['send_message_mail']> = async (payload, { context }) => {
  const conversations = await listMailable(context.db, payload.member_id, payload.conversation_ids);
  if (conversations.length === 0) return;
  await sendMemberMail(context, payload, ({ words: { activityMails }, reader }) => {
    const items = conversations.map((unread) => ({
      text: formatUnread(activityMails, unread),
      link: `/messages/${unread.conversation_id}`,
    }));
    const count = conversations.reduce((sum, unread) => sum + unread.count, 0);
    return {
      subject: items.length === 1 && items[0] ? items[0].text : activityMails.messagesSubject({ count }),
      heading: activityMails.messagesHeading({ reader }),
      items,
      button: { label: activityMails.messagesButton, link: '/messages' },
      why: activityMails.why,
    };
  });
};

export const queueInstantMessageMails: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant', null);

export const queueDailyMessageMails: Task<Scheduled> = async (scheduled, { context, signal }) =>
  queueMails(context, signal, 'daily', await listMorningZones(context, scheduled));

function formatUnread(activityMails: Words['activityMails'], { title, name: author, count, people }: MailableConversation): string {
  const name = unlinkable(author);
  if (title !== null) return activityMails.messagesIn({ count, title: unlinkable(title) });
  return people > 1 ? activityMails.messagesFromOthers({ count, name, others: people - 1 }) : activityMails.messagesFrom({ count, name });
}

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily', zones: readonly string[] | null): Promise<void> {
  while (!signal.aborted && (await queueDueMessageMails(db, pace, { zones, mailIds: createMailIds() })) > 0);
}

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
