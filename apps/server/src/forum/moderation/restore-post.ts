import { hintRecipients } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { notFound } from '../../platform/refusal.ts';
import { lockTopic } from './lock-topic.ts';
import { setPostRestored } from './queries.ts';

export async function restorePostOf(tx: Statements, topicId: string, postId: string): Promise<void> {
  await lockTopic(tx, topicId);
  if ((await setPostRestored(tx, topicId, postId)) === 0) throw notFound('forumPostNotFound');
  await hintRecipients(tx, 'forum_post', postId);
  tx.hint('topic', topicId);
}
