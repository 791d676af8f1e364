import type { Statements } from '../../platform/db/database.ts';
import { forumTopics } from '../table.ts';
import { type NewTopic, newTopic } from './queries.ts';

const splitTopic = forumTopics.pick(...newTopic.keys, 'created_at');

/** Inserts the topic as deleted, so that it stays hidden and uncounted until its posts have moved. */
export const insertSplitTopic = (tx: Statements, topic: NewTopic & { created_at: Date }): Promise<number> =>
  tx.run(`insert into forum_topics (${splitTopic.names}, deleted_at) select ${splitTopic.names}, now() from ${splitTopic.from('$1')}`, [
    splitTopic.record(topic),
  ]);

/** Blocks category deletion. Must precede locks of topics, as in category deletion. */
export const lockCategoryForKeyShare = async (tx: Statements, categoryId: string): Promise<boolean> =>
  (await tx.row('select from forum_categories where id = $1 for key share', [categoryId])) !== undefined;

/** Leaves out merged topics and those of erased accounts. */
export const lockDeletedTopic = (tx: Statements, topicId: string): Promise<{ category_id: string | null } | undefined> =>
  tx.row(
    `select t.category_id from forum_topics t
      where t.id = $1 and t.deleted_at is not null and t.merged_into is null and t.title <> '' for no key update`,
    [topicId],
  );

export const markTopicRestored = (tx: Statements, topicId: string, categoryId: string): Promise<number> =>
  tx.run('update forum_topics set deleted_at = null, category_id = $2 where id = $1', [topicId, categoryId]);
