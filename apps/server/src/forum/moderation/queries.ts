import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { forumPostOpened, forumPostVisible, topicThere } from '../../platform/visibility/forum.ts';
import { forumPosts, forumTopics } from '../table.ts';

// The next four functions return 0 if the topic is deleted.

export const markTopicLocked = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set locked_at = coalesce(t.locked_at, now()) where t.id = $1 and ${topicThere('t')}`, [topicId]);

export const markTopicUnlocked = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set locked_at = null where t.id = $1 and ${topicThere('t')}`, [topicId]);

export const markTopicPinned = (tx: Statements, topicId: string, until: Date | null): Promise<number> =>
  tx.run(`update forum_topics t set pinned_at = now(), pinned_until = $2 where t.id = $1 and ${topicThere('t')}`, [topicId, until]);

export const markTopicUnpinned = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set pinned_at = null, pinned_until = null where t.id = $1 and ${topicThere('t')}`, [topicId]);

/** Returns nothing if the topic or the new category does not exist. */
export const updateTopicCategory = (tx: Statements, topicId: string, categoryId: string): Promise<{ moved_from: string } | undefined> =>
  tx.row(
    `with before as (select t.id, c.name from forum_topics t join forum_categories c on c.id = t.category_id where t.id = $1 for update of t)
     update forum_topics t set category_id = c.id from before, forum_categories c
      where t.id = before.id and c.id = $2 and ${topicThere('t')} returning before.name as moved_from`,
    [topicId, categoryId],
  );

/** Blocks the departure of the first post's author until the transaction ends. */
export const lockFirstAuthor = (tx: Statements, topicId: string, postIds: readonly string[]): Promise<{ id: string } | undefined> =>
  tx.row(
    `select m.id from members m
      where m.is_live and m.id = (select p.author_id from forum_posts p where p.topic_id = $1 and p.id = any($2::uuid[]) order by p.number limit 1)
        for share`,
    [topicId, postIds],
  );

/** Locks in id order, like every caller that locks several topics. */
export const lockTopicsToMerge = (tx: Statements, topicIds: readonly string[]): Promise<{ id: string; last_number: number }[]> =>
  tx.rows(
    `select t.id, t.last_number from forum_topics t where t.id = any($1::uuid[]) and ${topicThere('t')} order by t.id for no key update`,
    [topicIds],
  );

const postToMove = forumPosts.pick('id', 'number', 'author_id', 'created_at');

/** A visible post has an author. */
export type PostToMove = Row<typeof postToMove> & { author_id: string };

/** Returns the posts that are in the topic and visible to the organiser, in order. */
export const lockPostsToMove = (tx: Statements, viewerId: string, topicId: string, postIds: readonly string[]): Promise<PostToMove[]> =>
  tx.rows(
    `select ${postToMove.of('p')} from forum_posts p
      where p.topic_id = $2 and p.id = any($3::uuid[]) and ${forumPostVisible('$1', 'p')} order by p.number for update of p`,
    [viewerId, topicId, postIds],
  );

/** Includes posts hidden from the organiser. */
export const lockPostNumbers = async (tx: Statements, topicId: string): Promise<number[]> =>
  (
    await tx.rows<{ number: number }>(
      `select p.number from forum_posts p where p.topic_id = $1 order by p.number limit ${limits.mergedPosts} for update`,
      [topicId],
    )
  ).map(({ number }) => number);

/** Moves posts to numbers after `lastNumber`, and records their old places. */
export const movePosts = (
  tx: Statements,
  { from, to, numbers, lastNumber }: { from: string; to: string; numbers: readonly number[]; lastNumber: number },
): Promise<number> =>
  tx.run(
    `with moving as materialized (
            select p.id, p.number, $4::int + m.place::int as new_number
              from unnest($3::int[]) with ordinality as m(number, place) join forum_posts p on p.topic_id = $1 and p.number = m.number),
          recorded as (insert into forum_moved_posts (topic_id, number, post_id) select $1, number, id from moving)
     update forum_posts p set topic_id = $2, number = moving.new_number from moving where p.id = moving.id`,
    [from, to, numbers, lastNumber],
  );

const countColumns = `posts_count = c.posts, others_count = c.others, likes_count = c.likes`;

// One statement changes both topics of a move, so that category counts are always locked in the same order.

/** Updates the old topic and publishes the new one. */
export const updateSplitTopics = (
  tx: Statements,
  topicId: string,
  newTopicId: string,
  lastNumber: number,
): Promise<{ posts_count: number }[]> =>
  tx.rows(
    `update forum_topics t
        set ${countColumns}, latest_post_id = c.latest_post_id, last_number = case when t.id = $2 then $3 else t.last_number end,
            deleted_at = case when t.id = $1 then t.deleted_at end,
            solved_post_id = (select s.id from forum_posts s where s.id = t.solved_post_id and s.topic_id = t.id)
       from forum_topic_counts(array[$1, $2]::uuid[]) c where t.id = c.topic_id returning t.posts_count`,
    [topicId, newTopicId, lastNumber],
  );

/** Redirects the emptied topic. The target inherits a solution or photo that it lacks. */
export const updateMergedTopics = (tx: Statements, topicId: string, intoId: string, movedCount: number): Promise<number> =>
  tx.run(
    `with merged as (select s.solved_post_id, s.photo_id from forum_topics s where s.id = $1)
     update forum_topics t
        set ${countColumns}, latest_post_id = c.latest_post_id,
            last_number = case when t.id = $2 then t.last_number + $3 else t.last_number end,
            merged_into = case when t.id = $1 then $2::uuid end,
            deleted_at = case when t.id = $1 then now() end,
            solved_post_id = case when t.id = $2 then coalesce(t.solved_post_id, merged.solved_post_id) end,
            photo_id = case when t.id = $2 then coalesce(t.photo_id, merged.photo_id) end
       from forum_topic_counts(array[$1, $2]::uuid[]) c, merged where t.id = c.topic_id`,
    [topicId, intoId, movedCount],
  );

/** Does nothing if the author left or was erased. */
export const markPostRestored = (tx: Statements, topicId: string, postId: string): Promise<number> =>
  tx.run(
    `with back as (
            update forum_posts p set deleted_at = null
             where p.id = $2 and p.topic_id = $1 and p.deleted_at is not null and p.author_id is not null and not p.author_gone
            returning p.id, p.author_id, p.likes_count)
     update forum_topics t
        set posts_count = t.posts_count + 1, others_count = t.others_count + (back.author_id is distinct from t.author_id)::int,
            likes_count = t.likes_count + back.likes_count,
            latest_post_id = case when t.posts_count = 0 then back.id else greatest(t.latest_post_id, back.id) end
       from back where t.id = $1`,
    [topicId, postId],
  );

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

/** The changes of the previous lock holder are visible from the transaction's next statement on. */
export const lockTopicRow = (tx: Statements, topicId: string): Promise<LockedTopic | undefined> =>
  tx.row(`select ${lockedTopic.of('t')} from forum_topics t where t.id = $1 and ${topicThere('t')} for no key update`, [topicId]);
