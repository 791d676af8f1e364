import type { Statements } from '../../platform/db/database.ts';
import { commentRemovable } from '../../platform/visibility/moderation.ts';

export interface OfModerated {
  owner_id: string;
  photo_id: string;
}

/** Locks another member who wrote the comment `one`, then its thread and itself, in the order of `lockAnswered`. */
const locked = `author as (select m.id, m.is_live from members m where m.id = (select member_id from one) and m.id <> $1 for share),
          locked as (
            select c.id from comments c
             where c.id in (select id from one union select thread_id from one) and (select id from author) is not null
             order by c.id for no key update)`;

/** Removes another member's comment like `removeComment`, but restorable. */
export const setCommentRemoved = (tx: Statements, viewerId: string, commentId: string): Promise<OfModerated | undefined> =>
  tx.row(
    `with one as (select id, thread_id, member_id from comments where id = $2),
          ${locked},
          removed as (
            update comments c set deleted_at = now(), removed_at = now() from author, members m, photos p, members o
             where c.id = $2 and c.id = any (array(select id from locked))
               and m.id = author.id and c.member_id = m.id and p.id = c.photo_id and o.id = p.member_id
               and ${commentRemovable('$1', 'c', 'm', 'p', 'o')}
            returning c.photo_id, c.thread_id, c.member_id, author.is_live),
          answered as (update comments c set replies_count = c.replies_count - 1 from removed where c.id = removed.thread_id and removed.is_live)
     update photos p set comments_count = p.comments_count - case when removed.is_live then 1 else 0 end
       from removed where p.id = removed.photo_id returning removed.member_id as owner_id, p.id as photo_id`,
    [viewerId, commentId],
  );

/** Restores another member's removed comment, unless its thread is gone. */
export const setCommentRestored = (tx: Statements, viewerId: string, commentId: string): Promise<OfModerated | undefined> =>
  tx.row(
    `with one as (select id, thread_id, member_id from comments where id = $2),
          ${locked},
          back as (
            update comments c set deleted_at = null, removed_at = null from author
             where c.id = $2 and c.id = any (array(select id from locked)) and c.member_id = author.id and c.removed_at is not null
               and (c.thread_id is null or c.thread_id in (select id from locked))
            returning c.photo_id, c.thread_id, c.member_id, author.is_live),
          answered as (update comments c set replies_count = c.replies_count + 1 from back where c.id = back.thread_id and back.is_live)
     update photos p set comments_count = p.comments_count + case when back.is_live then 1 else 0 end
       from back where p.id = back.photo_id returning back.member_id as owner_id, p.id as photo_id`,
    [viewerId, commentId],
  );

/** Includes removed comments. */
export const isOwnComment = async (db: Statements, viewerId: string, commentId: string): Promise<boolean> =>
  (await db.row('select from comments where id = $2 and member_id = $1 and (deleted_at is null or removed_at is not null)', [
    viewerId,
    commentId,
  ])) !== undefined;
