import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { forumPostOpened, topicThere } from '../../platform/visibility/forum.ts';
import { forumTopics } from '../table.ts';

/** The number is null if the post is hidden from the viewer. */
export interface MovedPost {
  topic_id: string;
  slug: string;
  number: number | null;
}

/** Finds the current place of the post that had this number. */
export const findMovedPost = (db: Statements, viewerId: string, topicId: string, number: number): Promise<MovedPost | undefined> =>
  db.row(
    `select t.id as topic_id, t.slug, case when ${forumPostOpened('$1', 'p')} then p.number end as number
       from forum_moved_posts mp join forum_posts p on p.id = mp.post_id join forum_topics t on t.id = p.topic_id
      where mp.topic_id = $2 and mp.number = $3 and ${topicThere('t')}`,
    [viewerId, topicId, number],
  );

export const hasMovedFrom = async (db: Statements, topicId: string, postId: string): Promise<boolean> =>
  (await db.row('select from forum_moved_posts where topic_id = $1 and post_id = $2 limit 1', [topicId, postId])) !== undefined;

const lockedTopic = forumTopics.pick('id', 'last_number', 'solved_post_id');

export type LockedTopic = Row<typeof lockedTopic>;

/** Only the transaction's next statement sees the changes of the previous lock holder. */
export const lockTopicRow = (tx: Statements, topicId: string): Promise<LockedTopic | undefined> =>
  tx.row(`select ${lockedTopic.of('t')} from forum_topics t where t.id = $1 and ${topicThere('t')} for no key update`, [topicId]);
