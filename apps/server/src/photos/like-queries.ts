import type { Statements } from '../platform/db/database.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { commentLikesCounted, commentVisible } from '../platform/visibility/comments.ts';
import { memberVisible, notMuted } from '../platform/visibility/members.ts';
import { likesCounted, photoReaches, photoVisible } from '../platform/visibility/photos.ts';

export type LikeSubject = 'photo' | 'comment';

/** SQL for one subject. `$1` is the viewer or member, `$2` the subject. */
interface LikeStatements {
  find: string;
  add: string;
  remove: string;
  /** Likers after the cursor: time `$3` and member `$4`. */
  likers: (limit: 21 | 51) => string;
  removeBy: string;
  removeBelow: string;
  removeOf: string;
}

const likerColumns = `to_char(l.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || l.member_id as cursor, ${authorColumns('m')}`;
const isListedAfter = `(l.created_at, l.member_id) < ($3::timestamptz, $4::uuid) and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}`;
/** Locks the viewer's account against closing between the like and its count. */
const me = 'me as (select id from members where id = $1 and is_live for share)';

const commentWithPost =
  'comments c join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id';
const commentReaches = `${photoReaches('$1', 'p', 'o')} and ${commentVisible('$1', 'c', 'm')}`;

const statements: Record<LikeSubject, LikeStatements> = {
  photo: {
    find: `select (${likesCounted('$1', 'p')})::int as likes_count,
                  coalesce((select true from likes where photo_id = p.id and member_id = $1), false) as is_liked,
                  (${photoReaches('$1', 'p', 'm')}) as reaches_viewer
             from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'm')}`,
    add: `with ${me},
               added as (
                 insert into likes (photo_id, member_id)
                 select p.id, me.id from me, photos p join members m on m.id = p.member_id where p.id = $2 and ${photoReaches('$1', 'p', 'm')}
                 on conflict do nothing returning photo_id)
          update photos p set likes_count = p.likes_count + 1 from added where p.id = added.photo_id returning p.member_id as owner_id, p.id as photo_id`,
    remove: `with ${me},
                  removed as (
                    delete from likes l using me, photos p, members m
                     where l.photo_id = $2 and l.member_id = me.id and p.id = l.photo_id and m.id = p.member_id and ${photoReaches('$1', 'p', 'm')}
                    returning l.photo_id)
             update photos p set likes_count = p.likes_count - 1 from removed where p.id = removed.photo_id returning p.id as photo_id`,
    likers: (limit) =>
      `select ${likerColumns} from likes l join members m on m.id = l.member_id
        where l.photo_id = $2 and ${isListedAfter} order by l.created_at desc, l.member_id desc offset $5 limit ${limit}`,
    removeBy: 'delete from likes where (photo_id, member_id) in (select photo_id, member_id from likes where member_id = $1 limit 500)',
    removeBelow: `with own as materialized (select id from photos where member_id = $1 limit 50),
                       below as materialized (
                         select l.photo_id, l.member_id
                           from own cross join lateral (select photo_id, member_id from likes where photo_id = own.id limit 500) l limit 500)
                  delete from likes l using below b where l.photo_id = b.photo_id and l.member_id = b.member_id`,
    removeOf: `with below as materialized (
                      select l.photo_id, l.member_id
                        from unnest($1::uuid[]) as swept(id)
                             cross join lateral (select photo_id, member_id from likes where photo_id = swept.id limit 500) l limit 500)
               delete from likes l using below b where l.photo_id = b.photo_id and l.member_id = b.member_id`,
  },
  comment: {
    find: `select (${commentLikesCounted('$1', 'c')})::int as likes_count,
                  exists (select from comment_likes where comment_id = c.id and member_id = $1) as is_liked,
                  (${photoReaches('$1', 'p', 'o')}) as reaches_viewer
             from ${commentWithPost} where c.id = $2 and ${photoVisible('$1', 'p', 'o')} and ${commentVisible('$1', 'c', 'm')}`,
    add: `with ${me},
               added as (
                 insert into comment_likes (comment_id, member_id)
                 select c.id, me.id from me, ${commentWithPost} where c.id = $2 and ${commentReaches}
                 on conflict do nothing returning comment_id)
          update comments c set likes_count = c.likes_count + 1 from added where c.id = added.comment_id
          returning c.member_id as owner_id, c.photo_id`,
    remove: `with ${me},
                  removed as (
                    delete from comment_likes l using me, ${commentWithPost}
                     where l.comment_id = $2 and l.member_id = me.id and c.id = l.comment_id and ${commentReaches}
                    returning l.comment_id)
             update comments c set likes_count = c.likes_count - 1 from removed where c.id = removed.comment_id returning c.photo_id`,
    likers: (limit) =>
      `select ${likerColumns} from comment_likes l join members m on m.id = l.member_id
        where l.comment_id = $2 and ${isListedAfter} order by l.created_at desc, l.member_id desc offset $5 limit ${limit}`,
    removeBy: `delete from comment_likes where (comment_id, member_id) in (
                 select comment_id, member_id from comment_likes where member_id = $1 limit 500)`,
    removeBelow: `with below as materialized (
                         select l.comment_id, l.member_id
                           from comments own cross join lateral (select comment_id, member_id from comment_likes where comment_id = own.id limit 500) l
                          where own.member_id = $1 limit 500)
                  delete from comment_likes l using below b where l.comment_id = b.comment_id and l.member_id = b.member_id`,
    removeOf: `with below as materialized (
                      select l.comment_id, l.member_id
                        from unnest($1::uuid[]) as swept(id)
                             cross join lateral (select comment_id, member_id from comment_likes where comment_id = swept.id limit 500) l limit 500)
               delete from comment_likes l using below b where l.comment_id = b.comment_id and l.member_id = b.member_id`,
  },
};

export const findLikes = (
  db: Statements,
  subject: LikeSubject,
  viewerId: string,
  id: string,
): Promise<{ likes_count: number; is_liked: boolean; reaches_viewer: boolean } | undefined> =>
  db.row(statements[subject].find, [viewerId, id]);

/** Returns nothing if the like exists or the subject does not reach the viewer. */
export const addLike = (
  tx: Statements,
  subject: LikeSubject,
  viewerId: string,
  id: string,
): Promise<{ owner_id: string; photo_id: string } | undefined> => tx.row(statements[subject].add, [viewerId, id]);

export const removeLike = (db: Statements, subject: LikeSubject, viewerId: string, id: string): Promise<{ photo_id: string } | undefined> =>
  db.row(statements[subject].remove, [viewerId, id]);

export interface LikerRow extends AuthorRow {
  /** Time in microseconds, then member id. */
  cursor: string;
}

export const listLikerRows = (
  db: Statements,
  subject: LikeSubject,
  viewerId: string,
  id: string,
  { after, offset, limit }: { after: { time: string; id: string }; offset: number; limit: 21 | 51 },
): Promise<LikerRow[]> => db.rows(statements[subject].likers(limit), [viewerId, id, after.time, after.id, offset]);

/** Removes a closed account's likes, which counts already exclude. */
export const removeLikesBy = (db: Statements, memberId: string): Promise<number> =>
  inEverySubject((one) => db.run(one.removeBy, [memberId]));

/** Leaves like counts unchanged, because the liked photos and comments are deleted next. */
export const removeLikesBelow = (db: Statements, memberId: string): Promise<number> =>
  inEverySubject((one) => db.run(one.removeBelow, [memberId]));

export const removeLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[]): Promise<number> =>
  db.run(statements[subject].removeOf, [ids]);

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

async function inEverySubject(remove: (one: LikeStatements) => Promise<number>): Promise<number> {
  let removed = 0;
  for (const statement of Object.values(statements)) removed += await remove(statement);
  return removed;
}
