import type { Statements } from '../../db/database.ts';
import { forumPostListed, topicListed } from '../../visibility/forum.ts';

/** Topics whose opening has a tag, by its key, newest first. */
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
