import type { Statements } from '../../db/database.ts';
import { commentListed, mentionsSeen } from '../../visibility/comments.ts';
import { memberVisible, notMuted } from '../../visibility/members.ts';
import { commentsCounted, likesCounted, photoPublic, photoReaches, photoThere, photoVisible } from '../../visibility/photos.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

export interface PhotoRow extends AuthorRow {
  id: string;
  title: string;
  description: string | null;
  category: string | null;
  /** Anybody may see it: its pictures need no signature. */
  is_public: boolean;
  is_liked: boolean;
  likes_count: number;
  comments_count: number;
  created_at: Date;
}

export interface ImageRow {
  photo_id: string;
  id: string;
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  avif_widths: number[];
  alt: string;
}

export interface CommentRow extends AuthorRow {
  id: string;
  photo_id: string;
  content: string;
  created_at: Date;
  mentions: string[];
}

/** Posts by id, in no order, without those that are gone. Whether the viewer may see them was asked before. */
export const listPhotoRows = (db: Statements, viewerId: string | null, ids: readonly string[]): Promise<PhotoRow[]> =>
  db.rows(
    `select p.id, p.title, p.description, c.name as category, ${photoPublic('p', 'm')} as is_public, p.created_at,
            coalesce((select true from likes where photo_id = p.id and member_id = $1), false) as is_liked,
            (${likesCounted('$1', 'p')})::int as likes_count, (${commentsCounted('$1', 'p')})::int as comments_count, ${authorColumns('m')}
       from unnest($2::uuid[]) as asked(id)
       join photos p on p.id = asked.id and ${photoThere('p')}
       join members m on m.id = p.member_id
       left join categories c on c.id = p.category_id`,
    [viewerId, ids],
  );

/** The pictures of posts, in their order. */
export const listImageRows = (db: Statements, photoIds: readonly string[]): Promise<ImageRow[]> =>
  db.rows(
    `select pi.photo_id, i.id, i.width, i.height, i.color, i.thumbhash, i.widths, i.avif_widths, pi.alt
       from unnest($1::uuid[]) as asked(id)
       join photo_images pi on pi.photo_id = asked.id
       join images i on i.id = pi.image_id
      order by pi.photo_id, pi.position`,
    [photoIds],
  );

/** The newest three comments below each post that the viewer can list, oldest of them first. */
export const listNewestCommentRows = (db: Statements, viewerId: string | null, photoIds: readonly string[]): Promise<CommentRow[]> =>
  db.rows(
    `select newest.* from unnest($2::uuid[]) as asked(id), lateral (
       select c.id, c.photo_id, c.content, c.created_at, ${mentionsSeen('$1', 'c')} as mentions, ${authorColumns('m')}
         from comments c join members m on m.id = c.member_id
        where c.photo_id = asked.id and ${commentListed('$1', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [viewerId, photoIds],
  );

export interface VisiblePhoto {
  id: string;
  owner_id: string;
  /** It is meant for the viewer. Off: they only look at it while it is reported. */
  reaches_viewer: boolean;
}

/** Whether the viewer may open the post; nothing where they may not, or where it never was. */
export const findVisiblePhoto = (db: Statements, viewerId: string, photoId: string): Promise<VisiblePhoto | undefined> =>
  db.row(
    `select p.id, m.id as owner_id, (${photoReaches('$1', 'p', 'm')}) as reaches_viewer
       from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'm')}`,
    [viewerId, photoId],
  );

/** What the viewer sees counted on a post, and whether they like it. */
export const findLikes = (
  db: Statements,
  viewerId: string,
  photoId: string,
): Promise<{ likes_count: number; is_liked: boolean; reaches_viewer: boolean } | undefined> =>
  db.row(
    `select (${likesCounted('$1', 'p')})::int as likes_count,
            coalesce((select true from likes where photo_id = p.id and member_id = $1), false) as is_liked,
            (${photoReaches('$1', 'p', 'm')}) as reaches_viewer
       from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'm')}`,
    [viewerId, photoId],
  );

/** Whose post got a like; nothing where there was one already, or the post is not for the viewer. */
export const addLike = (db: Statements, viewerId: string, photoId: string): Promise<{ owner_id: string } | undefined> =>
  db.row(
    `with me as (select id from members where id = $1 and is_live for share),
          added as (
            insert into likes (photo_id, member_id)
            select p.id, me.id from me, photos p join members m on m.id = p.member_id where p.id = $2 and ${photoReaches('$1', 'p', 'm')}
            on conflict do nothing returning photo_id)
     update photos p set likes_count = p.likes_count + 1 from added where p.id = added.photo_id returning p.member_id as owner_id`,
    [viewerId, photoId],
  );

export const removeLike = (db: Statements, viewerId: string, photoId: string): Promise<number> =>
  db.run(
    `with me as (select id from members where id = $1 and is_live for share),
          removed as (
            delete from likes l using me, photos p, members m
             where l.photo_id = $2 and l.member_id = me.id and p.id = l.photo_id and m.id = p.member_id and ${photoReaches('$1', 'p', 'm')}
            returning l.photo_id)
     update photos p set likes_count = p.likes_count - 1 from removed where p.id = removed.photo_id`,
    [viewerId, photoId],
  );

export interface LikerRow extends AuthorRow {
  /** Position in the list: when, to the microsecond, and who. */
  cursor: string;
}

/** Who likes a post, newest first, without those hidden from the viewer. */
export const listLikerRows = (
  db: Statements,
  viewerId: string,
  photoId: string,
  { after, offset, limit }: { after: { time: string; id: string }; offset: number; limit: 21 | 51 },
): Promise<LikerRow[]> =>
  db.rows(
    `select to_char(l.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || l.member_id as cursor, ${authorColumns('m')}
       from likes l join members m on m.id = l.member_id
      where l.photo_id = $2 and (l.created_at, l.member_id) < ($3::timestamptz, $4::uuid) and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}
      order by l.created_at desc, l.member_id desc offset $5 limit ${limit}`,
    [viewerId, photoId, after.time, after.id, offset],
  );

/** The post that this member sent under this key before, if it is still there. */
export const findPhotoByKey = (
  db: Statements,
  memberId: string,
  uploadKey: string,
): Promise<{ id: string; is_there: boolean } | undefined> =>
  db.row(`select p.id, ${photoThere('p')} as is_there from photos p where p.member_id = $1 and p.upload_key = $2`, [memberId, uploadKey]);

/** By name, slug or id, blind to case. */
export const findCategory = (db: Statements, text: string): Promise<{ id: string } | undefined> =>
  db.row('select id from categories where lower(name) = lower($1) or slug = lower($1) or id::text = lower($1)', [text]);

export interface NewPhoto {
  id: string;
  member_id: string;
  category_id: string | null;
  title: string;
  description: string | null;
  upload_key: string | null;
}

/** Nothing where the member sent it before, or is a member no more. */
export const addPhoto = (tx: Statements, photo: NewPhoto): Promise<{ id: string } | undefined> =>
  tx.row(
    `with added as (
       insert into photos (id, member_id, category_id, title, description, upload_key)
       select $1, m.id, $3, $4, $5, $6 from members m where m.id = $2 and m.is_live
       on conflict (member_id, upload_key) do nothing returning id, member_id)
     update members m set photos_count = m.photos_count + 1 from added where m.id = added.member_id returning added.id`,
    [photo.id, photo.member_id, photo.category_id, photo.title, photo.description, photo.upload_key],
  );

/** In their order. */
export const addPhotoImages = (tx: Statements, photoId: string, images: readonly { id: string; alt: string }[]): Promise<number> =>
  tx.run(
    `insert into photo_images (photo_id, position, image_id, alt)
     select $1, n - 1, image_id, alt from unnest($2::uuid[], $3::text[]) with ordinality as added(image_id, alt, n)`,
    [photoId, images.map(({ id }) => id), images.map(({ alt }) => alt)],
  );

export interface PhotoImageRow {
  image_id: string;
  alt: string;
}

export const listPhotoImages = (db: Statements, photoId: string): Promise<PhotoImageRow[]> =>
  db.rows('select image_id, alt from photo_images where photo_id = $1 order by position', [photoId]);

/** Which they were, in their order. */
export const removePhotoImages = (tx: Statements, photoId: string): Promise<PhotoImageRow[]> =>
  tx.rows(
    `with removed as (delete from photo_images where photo_id = $1 returning position, image_id, alt)
     select image_id, alt from removed order by position`,
    [photoId],
  );

/** New words by place; a place without any keeps its own. */
export const setImageAlts = (tx: Statements, photoId: string, alts: readonly (string | undefined)[]): Promise<number> =>
  tx.run(
    `update photo_images pi set alt = given.alt from unnest($2::text[]) with ordinality as given(alt, n)
      where pi.photo_id = $1 and pi.position = given.n - 1 and given.alt is not null`,
    [photoId, alts.map((alt) => alt ?? null)],
  );

/** Holds a member's own post until the transaction ends: their account first, as all do who change both. Nothing where either is gone. */
export const lockPhoto = (tx: Statements, ownerId: string, photoId: string): Promise<{ id: string } | undefined> =>
  tx.row(
    `with owner as (select id from members where id = $1 and is_live for no key update)
     select p.id from owner join photos p on p.member_id = owner.id where p.id = $2 and ${photoThere('p')} for no key update of p`,
    [ownerId, photoId],
  );

/** Undefined stays as it is. */
export interface PhotoChange {
  title: string | undefined;
  description: string | undefined;
  category_id: string | null | undefined;
}

export const setPhoto = (tx: Statements, id: string, { title, description, category_id }: PhotoChange): Promise<number> =>
  tx.run(
    `update photos set updated_at = now(), title = coalesce($2, title),
            description = case when $3::text is null then description else nullif($3, '') end,
            category_id = case when $4 then $5::uuid else category_id end
      where id = $1`,
    [id, title ?? null, description ?? null, category_id !== undefined, category_id ?? null],
  );

/** A post that the viewer can see is gone, and counts no more. The owner's account is held first, as all do who change both. */
export const setPhotoDeleted = (tx: Statements, viewerId: string, photoId: string): Promise<number> =>
  tx.run(
    `with owner as (select id from members where id = (select member_id from photos where id = $2) for no key update),
          gone as (
            update photos p set deleted_at = now(), updated_at = now() from owner, members m
             where p.id = $2 and m.id = owner.id and p.member_id = m.id and ${photoVisible('$1', 'p', 'm')}
            returning p.member_id)
     update members m set photos_count = m.photos_count - 1 from gone where m.id = gone.member_id`,
    [viewerId, photoId],
  );

/** Five hundred of the likes that a closed account gave. No count changes: they are out of them already. */
export const removeLikesBy = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from likes where (photo_id, member_id) in (select photo_id, member_id from likes where member_id = $1 limit 500)', [
    memberId,
  ]);

/** Five hundred of those that its next fifty posts got. No count changes: the posts go next. Written so that the likes of others are never read. */
export const removeLikesBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          hanging as materialized (
            select l.photo_id, l.member_id
              from own cross join lateral (select photo_id, member_id from likes where photo_id = own.id limit 500) l limit 500)
     delete from likes l using hanging h where l.photo_id = h.photo_id and l.member_id = h.member_id`,
    [memberId],
  );

/** Fifty posts, deleted ones too, with all that still hangs on them. */
export const removePhotosOf = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from photos where id in (select id from photos where member_id = $1 limit 50)', [memberId]);

/** The next fifty posts that were deleted almost a day ago and that nobody is asked to look at. */
export const listSweepable = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select p.id from photos p
      where p.deleted_at < now() - interval '20 hours'
        and not exists (select from reports r where r.photo_id = p.id and r.resolved_at is null)
        and not exists (select from comments c join reports r on r.comment_id = c.id where c.photo_id = p.id and r.resolved_at is null)
      order by p.deleted_at limit 50`,
  );

/** Five hundred of the likes that these posts got. No count changes: the posts are deleted. */
export const removeLikesOf = (db: Statements, photoIds: readonly string[]): Promise<number> =>
  db.run(
    `with hanging as materialized (
            select l.photo_id, l.member_id
              from unnest($1::uuid[]) as swept(id) cross join lateral (select photo_id, member_id from likes where photo_id = swept.id limit 500) l limit 500)
     delete from likes l using hanging h where l.photo_id = h.photo_id and l.member_id = h.member_id`,
    [photoIds],
  );

/** Deleted posts, with all that still hangs on them. */
export const removeDeletedPhotos = (db: Statements, ids: readonly string[]): Promise<number> =>
  db.run('delete from photos where id = any($1::uuid[]) and deleted_at is not null', [ids]);
