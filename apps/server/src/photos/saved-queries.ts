import type { Statements } from '../platform/db/database.ts';
import { photoReaches } from '../platform/visibility/photos.ts';

/**
 * Saves a post; an already saved one keeps its position. Raises the post's version, which invalidates caches. Locks the account, so
 * that its owner cannot close it meanwhile.
 */
export const addSaved = (db: Statements, viewerId: string, photoId: string): Promise<number> =>
  db.run(
    `with me as (select id from members where id = $1 and is_live for share),
          added as (
            insert into saved_posts (member_id, photo_id)
            select me.id, p.id from me, photos p join members m on m.id = p.member_id where p.id = $2 and ${photoReaches('$1', 'p', 'm')}
            on conflict do nothing returning photo_id)
     update photos p set version = p.version + 1 from added where p.id = added.photo_id`,
    [viewerId, photoId],
  );

export const removeSaved = (db: Statements, viewerId: string, photoId: string): Promise<number> =>
  db.run(
    `with me as (select id from members where id = $1 and is_live for share),
          removed as (
            delete from saved_posts s using me, photos p, members m
             where s.photo_id = $2 and s.member_id = me.id and p.id = s.photo_id and m.id = p.member_id and ${photoReaches('$1', 'p', 'm')}
            returning s.photo_id)
     update photos p set version = p.version + 1 from removed where p.id = removed.photo_id`,
    [viewerId, photoId],
  );

/** Returns nothing if the post does not reach the viewer. */
export const findSaved = (db: Statements, viewerId: string, photoId: string): Promise<{ is_saved: boolean } | undefined> =>
  db.row(
    `select exists (select from saved_posts where photo_id = p.id and member_id = $1) as is_saved
       from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoReaches('$1', 'p', 'm')}`,
    [viewerId, photoId],
  );

export const removeSavedBy = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from saved_posts where (member_id, photo_id) in (select member_id, photo_id from saved_posts where member_id = $1 limit 500)`,
    [memberId],
  );

export const removeSavedBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select s.photo_id, s.member_id
              from own cross join lateral (select photo_id, member_id from saved_posts where photo_id = own.id limit 500) s limit 500)
     delete from saved_posts s using below b where s.photo_id = b.photo_id and s.member_id = b.member_id`,
    [memberId],
  );

export const removeSavedOf = (db: Statements, ids: readonly string[]): Promise<number> =>
  db.run(
    `with below as materialized (
       select s.photo_id, s.member_id
         from unnest($1::uuid[]) as swept(id)
              cross join lateral (select photo_id, member_id from saved_posts where photo_id = swept.id limit 500) s limit 500)
     delete from saved_posts s using below b where s.photo_id = b.photo_id and s.member_id = b.member_id`,
    [ids],
  );
