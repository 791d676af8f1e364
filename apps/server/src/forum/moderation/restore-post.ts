import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { hintRecipients } from '../../notifications/notify.ts';
import { recordReversal } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { asOrganiser } from './as-organiser.ts';
import { lockTopic } from './lock-topic.ts';
import { setPostRestored } from './queries.ts';

/** Brings a deleted post back to its number. */
export const restoreForumPost = (context: Context, viewer: Viewer, topicId: string, postId: string): Promise<void> =>
  asOrganiser(context, viewer, topicId, async (tx) => {
    if (!isId(postId)) throw notFound('forumPostNotFound');
    await restorePostOf(tx, topicId, postId);
    const { entry, overruled } = await recordReversal(tx, viewer, 'restore_post', { topicId, postId });
    await notifyOfModeration(tx, entry, overruled);
  });

/** … in a transaction. */
export async function restorePostOf(tx: Statements, topicId: string, postId: string): Promise<void> {
  await lockTopic(tx, topicId);
  if ((await setPostRestored(tx, topicId, postId)) === 0) throw notFound('forumPostNotFound');
  await hintRecipients(tx, 'forum_post', postId);
  tx.hint('topic', topicId);
}
