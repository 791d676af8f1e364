import type { Statements } from '../../platform/db/database.ts';
import { forumPostListed, topicListed } from '../../platform/visibility/forum.ts';

export const countTaggedListed = async (db: Statements, viewerId: string, ids: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from unnest($2::uuid[]) as asked(id) join forum_topics t on t.id = asked.id
       join forum_posts o on o.topic_id = t.id and o.number = 1 where ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}`,
    [viewerId, ids],
  ))!.count;

export const listTopicIdsWithTag = (
  db: Statements,
  viewerId: string,
  tag: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<{ id: string }[]> =>
  db.rows(
    `select t.id from forum_topic_tags tt join forum_topics t on t.id = tt.topic_id join forum_posts o on o.topic_id = t.id and o.number = 1
      where tt.tag = $2 and tt.topic_id < $3 and ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}
      order by tt.topic_id desc limit ${limit}`,
    [viewerId, tag, before],
  );
