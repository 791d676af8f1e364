import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';

/** Keeps a row without author and text for each of the `removed` comments with replies. */
const tombstones = `insert into comments (id, photo_id, content, created_at, deleted_at, replies_count, is_critique, image_id, x, y)
   select c.id, c.photo_id, '', c.created_at, coalesce(c.deleted_at, now()), c.replies_count, c.is_critique, c.image_id, c.x, c.y from removed c
    where c.thread_id is null and exists (select from comments r where r.thread_id = c.id and r.deleted_at is null)`;

/** Leaves counts unchanged: they already exclude a closed account's comments. */
export const removeCommentsBy = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with removed as (delete from comments where id in (select id from comments where member_id = $1 limit 500) returning *),
          kept as (${tombstones})
     select from removed`,
    [memberId],
  );

/** Leaves counts unchanged, because the posts are deleted next. */
export const removeCommentsBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select c.id from own cross join lateral (select id from comments where photo_id = own.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [memberId],
  );

export const removeCommentsBelowPosts = (db: Statements, photoIds: readonly string[]): Promise<number> =>
  db.run(
    `with below as materialized (
            select c.id from unnest($1::uuid[]) as swept(id) cross join lateral (select id from comments where photo_id = swept.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [photoIds],
  );

/**
 * Erases up to 500 deleted comments that can no longer be reported. Removed comments stay 30 days. Comments with an open report or appeal
 * stay. Counts already exclude all these.
 */
export const removeDeletedComments = (db: Statements): Promise<number> =>
  db.run(
    `with removed as (
            delete from comments where id in (
              select c.id from comments c
               where c.deleted_at < now() - interval '${limits.reportDeletedDays} days' and c.member_id is not null
                 and (c.removed_at is null or c.removed_at < now() - interval '30 days')
                 and not exists (select from reports r where r.comment_id = c.id and r.resolved_at is null)
                 and not exists (select from moderation_log l join appeals a on a.moderation_id = l.id
                                  where l.comment_id = c.id and a.resolution_id is null)
               order by c.deleted_at limit 500)
            returning *),
          kept as (${tombstones})
     select from removed`,
  );

export const removeTombstones = (db: Statements): Promise<number> =>
  db.run(
    `delete from comments where id in (
       select c.id from comments c
        where c.member_id is null and c.replies_count = 0 and not exists (select from comments r where r.thread_id = c.id and r.deleted_at is null)
        order by c.id limit 500)`,
  );
