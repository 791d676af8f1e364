import { hintRecipients } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { requireCategory } from '../topics/lock-category.ts';
import { lockDeletedTopic, markTopicRestored } from '../topics/queries.ts';
import { requireTopicForUpdate } from './moderate-topic.ts';
import { markPostRestored } from './queries.ts';

export async function restorePost(tx: Statements, topicId: string, postId: string): Promise<void> {
  await requireTopicForUpdate(tx, topicId);
  if ((await markPostRestored(tx, topicId, postId)) === 0) throw notFound('forumPostNotFound');
  await hintRecipients(tx, 'forum_post', postId);
  tx.hint('topic', topicId);
}

/** Restores a deleted topic to its category, or to the given one. */
export async function restoreTopic(tx: Statements, topicId: string, categoryId: string | null): Promise<void> {
  if (categoryId !== null) await requireCategory(tx, categoryId);
  const topic = await lockDeletedTopic(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  const to = categoryId ?? topic.category_id;
  if (to === null) throw invalid({ category_id: ['categoryGone'] });
  await markTopicRestored(tx, topicId, to);
  await hintRecipients(tx, 'topic', topicId);
  tx.hint('topic', topicId);
}
