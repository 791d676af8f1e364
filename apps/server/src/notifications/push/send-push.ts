import { findPushableNotification } from '../push-queries.ts';
import { chooseKindSentence, formatSentence, chooseSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { pushTask } from './push-task.ts';

/** Pushes a notification that the member can still see, has not read and wants pushed, unless a newer one of its group will be pushed. */
export const sendPush = pushTask('send_push', async (context, { member_id: memberId, notification_id: id }) => {
  const row = await findPushableNotification(context.db, memberId, id);
  if (!row || row.is_followed) return null;
  const { action_url: to, user } = viewNotification(context, row);
  const sentence = chooseSentence(row, user?.name, row.people - 1);
  return {
    group: `${row.type} ${row.group_key}`,
    url: `/notifications/${id}${to === null ? '' : `?to=${encodeURIComponent(to)}`}`,
    format: ({ notificationSentences, pushMessages }, showsContent) =>
      showsContent ? formatSentence(notificationSentences, sentence) : pushMessages[chooseKindSentence(row)](row),
  };
});
