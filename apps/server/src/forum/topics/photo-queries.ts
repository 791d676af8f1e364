import type { Statements } from '../../platform/db/database.ts';
import { topicListed } from '../../platform/visibility/forum.ts';

export const listTopicIdsAbout = (
  db: Statements,
  viewerId: string,
  photoId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<{ id: string }[]> =>
  db.rows(
    `select t.id from forum_topics t
      where t.photo_id = $2 and t.id < $3 and ${topicListed('$1', 't')} order by t.id desc limit ${limit}`,
    [viewerId, photoId, before],
  );
