import { hintRecipients } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { requireCategory } from './lock-category.ts';
import { lockDeletedTopic, setTopicRestored } from './organiser-queries.ts';

/** Restores a deleted topic to its category, or to the given one. */
export async function restoreTopic(tx: Statements, topicId: string, categoryId: string | null): Promise<void> {
  if (categoryId !== null) await requireCategory(tx, categoryId);
  const topic = await lockDeletedTopic(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  const to = categoryId ?? topic.category_id;
  if (to === null) throw invalid({ category_id: ['categoryGone'] });
  await setTopicRestored(tx, topicId, to);
  await hintRecipients(tx, 'topic', topicId);
  tx.hint('topic', topicId);
}
