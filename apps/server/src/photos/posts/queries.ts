import type { Audience } from '@mbari/contract/photos/post-fields';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, NewRow, Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow, authorState } from '../../platform/member-views.ts';
import { commentListed, mentionsSeen } from '../../platform/visibility/comments.ts';
import { isEntitledTo, memberVisible } from '../../platform/visibility/members.ts';
import { photoRemovable } from '../../platform/visibility/moderation.ts';
import {
  commentsCounted,
  likesCounted,
  photoArchived,
  photoBlurred,
  photoKept,
  photoListed,
  photoPending,
  photoPublic,
  photoReaches,
  photoShared,
  photoThere,
  photoVisible,
  reachesAll,
} from '../../platform/visibility/photos.ts';
import { mayFollow, profileOpen } from '../../platform/visibility/profiles.ts';
import { authored, comments, images, photoImages, photos } from '../table.ts';

const shownOfPhoto = photos.pick(
  'id',
  ...authored.keys,
  'created_at',
  'taken_at',
  'archived_at',
  'publish_at',
  'publish_failed_at',
  'is_there',
  'revision',
);
const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');
const aboutImage = photoImages.pick('image_id', 'alt', 'camera');

export interface PhotoRow extends Row<typeof shownOfPhoto>, AuthorRow {
  category: string | null;
  is_public: boolean;
  /** The audience is everybody. */
  reaches_all: boolean;
  /** The viewer gets the images blurred. */
  is_blurred: boolean;
  is_warned_by_organisers: boolean;
  /** The organisers' act that set the warning, for the author. */
  decision_id: string | null;
  is_liked: boolean;
  is_saved: boolean;
  likes_count: number;
  comments_count: number;
  author_state: string;
  has_critique: boolean;
}

export type ImageRow = Row<typeof shownOfImage> & Pick<Row<typeof photoImages>, 'photo_id' | 'alt' | 'camera'>;

/** Reads posts unordered, without deleted ones; archived ones are for their authors. The caller has checked visibility. */
export const listPhotoRows = (db: Statements, viewerId: string | null, ids: readonly string[]): Promise<PhotoRow[]> =>
  db.rows(
    `select ${shownOfPhoto.of('p')}, c.name as category, ${photoPublic('p', 'm')} as is_public, ${reachesAll('p', 'm')} as reaches_all,
            ${photoBlurred('$1', 'p')} as is_blurred, p.warning_entry_id is not null as is_warned_by_organisers, case when p.member_id = $1 then p.warning_entry_id end as decision_id,
            coalesce((select true from likes where photo_id = p.id and member_id = $1), false) as is_liked,
            coalesce((select true from saved_posts where photo_id = p.id and member_id = $1), false) as is_saved,
            (${likesCounted('$1', 'p')})::int as likes_count, (${commentsCounted('$1', 'p')})::int as comments_count, ${authorColumns('m')},
            ${authorState('m')} as author_state, exists (select from critiques q where q.photo_id = p.id) as has_critique
       from unnest($2::uuid[]) as input(id)
       join photos p on p.id = input.id and ${photoKept('p')}
       join members m on m.id = p.member_id
       left join categories c on c.id = p.category_id`,
    [viewerId, ids],
  );

export const listReachingIds = (db: Statements, viewerId: string, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows(
    `select p.id from unnest($2::uuid[]) as input(id) join photos p on p.id = input.id join members m on m.id = p.member_id
      where ${photoReaches('$1', 'p', 'm')}`,
    [viewerId, ids],
  );

export const countListed = async (db: Statements, viewerId: string | null, ids: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from unnest($2::uuid[]) as input(id) join photos p on p.id = input.id join members m on m.id = p.member_id
      where ${photoListed('$1', 'p', 'm')}`,
    [viewerId, ids],
  ))!.count;

/** Includes the images of removed posts. Deleted posts have no images. */
export const listImageRows = (db: Statements, photoIds: readonly string[]): Promise<ImageRow[]> =>
  db.rows(
    `select pi.photo_id, pi.alt, pi.camera, ${shownOfImage.of('i')}
       from unnest($1::uuid[]) as input(id)
       join photo_images pi on pi.photo_id = input.id
       join images i on i.id = pi.image_id and i.deleted_at is null
      order by pi.photo_id, pi.position`,
    [photoIds],
  );

export interface NewestRow extends Omit<ImageRow, 'camera'> {
  member_id: string;
  title: string;
  is_public: boolean;
  is_blurred: boolean;
}

/**
 * The newest posts that each profile shows to the viewer, with their first image, newest first. Compares `member_id` as a range: for an
 * equality, the planner might scan all posts by id.
 */
export const listNewestRowsOfMembers = (db: Statements, viewerId: string, memberIds: readonly string[]): Promise<NewestRow[]> =>
  db.rows(
    `select m.id as member_id, p.id as photo_id, p.title, p.is_public, p.is_blurred, pi.alt, ${shownOfImage.of('i')}
       from unnest($2::uuid[]) as input(id)
       join members m on m.id = input.id and ${profileOpen('$1', 'm')}
       cross join lateral (
            select p.id, p.title, ${photoPublic('p', 'm')} as is_public, ${photoBlurred('$1', 'p')} as is_blurred from photos p
             where p.member_id >= m.id and p.member_id <= m.id and ${photoListed('$1', 'p', 'm')}
             order by p.member_id, p.id desc limit ${limits.photosOnCard}) p
       join photo_images pi on pi.photo_id = p.id and pi.position = 0
       join images i on i.id = pi.image_id and i.deleted_at is null
      order by p.id desc`,
    [viewerId, memberIds],
  );

export interface VisiblePhoto {
  id: string;
  owner_id: string;
  /** False if an organiser sees the post only because it is reported. */
  reaches_viewer: boolean;
  is_following: boolean;
  may_follow: boolean;
}

/** Returns the id of the post that was scheduled under this id. */
export const findPublishedId = async (db: Statements, scheduledId: string): Promise<string | undefined> =>
  (await db.row<{ id: string }>('select id from photos where scheduled_id = $1', [scheduledId]))?.id;

export const findVisiblePhoto = (db: Statements, viewerId: string, photoId: string): Promise<VisiblePhoto | undefined> =>
  db.row(
    `select p.id, m.id as owner_id, (${photoReaches('$1', 'p', 'm')}) as reaches_viewer,
            exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following,
            (${mayFollow('$1', 'm')} and ${memberVisible('$1', 'm')}) as may_follow
       from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'm')}`,
    [viewerId, photoId],
  );

export const findPhotoByKey = (
  db: Statements,
  memberId: string,
  uploadKey: string,
): Promise<{ id: string; is_there: boolean; is_pending: boolean; upload_digest: Buffer | null } | undefined> =>
  db.row(
    `select p.id, p.upload_digest, ${photoKept('p')} as is_there, ${photoPending('p')} as is_pending from photos p where p.member_id = $1 and p.upload_key = $2`,
    [memberId, uploadKey],
  );

const newPhoto = photos.pick('id', 'member_id', 'category_id', ...authored.keys, 'upload_key', 'upload_digest', 'publish_at', 'taken_at');

/**
 * Adds a post, created at `createdAt` or now. A pending post is stored as removed until its approval. Returns nothing for a used `upload_key` or
 * an inactive account.
 */
export const addPhoto = (
  tx: Statements,
  photo: NewRow<typeof newPhoto>,
  isPending: boolean,
  createdAt: Date | null = null,
): Promise<{ id: string } | undefined> =>
  tx.row(
    `with added as (
       insert into photos (${newPhoto.names}, removed_at, created_at)
       select ${newPhoto.of('n')}, case when $2 then now() end, coalesce($3, now()) from ${newPhoto.from('$1')} n join members m on m.id = n.member_id and m.is_live
       on conflict (member_id, upload_key) do nothing returning id, member_id, is_there)
     update members m set photos_count = m.photos_count + added.is_there::int from added where m.id = added.member_id returning added.id`,
    [newPhoto.record(photo), isPending, createdAt],
  );

export type PhotoImageRow = Row<typeof aboutImage>;

const newImage = photoImages.pick('photo_id', 'position', 'image_id', 'alt', 'camera');

export const addPhotoImages = (tx: Statements, photoId: string, added: readonly PhotoImageRow[]): Promise<number> =>
  tx.run(
    `insert into photo_images (${newImage.names}, proposals_count)
     select ${newImage.of('n')}, (select count(*) from alt_proposals d where d.image_id = n.image_id) from ${newImage.fromAll('$1')} n`,
    [newImage.records(added.map((image, position) => ({ ...image, photo_id: photoId, position })))],
  );

export const listPhotoImages = (db: Statements, photoId: string): Promise<PhotoImageRow[]> =>
  db.rows(`select ${aboutImage.names} from photo_images where photo_id = $1 order by position`, [photoId]);

export const removePhotoImages = (tx: Statements, photoId: string): Promise<PhotoImageRow[]> =>
  tx.rows(
    `with removed as (delete from photo_images where photo_id = $1 returning position, ${aboutImage.names})
     select ${aboutImage.names} from removed order by position`,
    [photoId],
  );

/** Sets alternative texts by position; undefined leaves a text unchanged. */
export const setImageAlts = (tx: Statements, photoId: string, alts: readonly (string | undefined)[]): Promise<number> =>
  tx.run(
    `update photo_images pi set alt = given.alt from unnest($2::text[]) with ordinality as given(alt, n)
      where pi.photo_id = $1 and pi.position = given.n - 1 and given.alt is not null`,
    [photoId, alts.map((alt) => alt ?? null)],
  );

export const clearCameraData = (tx: Statements, photoId: string): Promise<number> =>
  tx.run('update photo_images set camera = null where photo_id = $1 and camera is not null', [photoId]);

/** Ends a comparison that no longer has two images. */
export const endComparison = (tx: Statements, photoId: string): Promise<number> =>
  tx.run(
    `update photos set is_comparison = false
      where id = $1 and is_comparison and (select count(*) from photo_images pi where pi.photo_id = $1) <> ${limits.imagesCompared}`,
    [photoId],
  );

export interface LockedPhoto {
  id: string;
  is_comparison: boolean;
  audience: Audience | null;
  is_warned_by_organisers: boolean;
  is_scheduled: boolean;
  /** The owner's plan allows to restrict posts. */
  may_restrict: boolean;
}

/** Locks the account before the post, as all changes of both do. Returns nothing if the post was edited since `version`. */
export const lockPhoto = (tx: Statements, ownerId: string, photoId: string, version?: number): Promise<LockedPhoto | undefined> =>
  tx.row(
    `with owner as (select m.id, ${isEntitledTo('setsVisibility', 'm')} as may_restrict from members m where m.id = $1 and m.is_live for no key update)
     select p.id, p.is_comparison, p.audience, p.warning_entry_id is not null as is_warned_by_organisers, p.publish_at is not null as is_scheduled, owner.may_restrict
       from owner join photos p on p.member_id = owner.id
      where p.id = $2 and ${photoKept('p')} and ($3::int is null or p.revision = $3) for no key update of p`,
    [ownerId, photoId, version ?? null],
  );

const editable = photos.pick('category_id', ...authored.keys);
const texts = photos.pick('id', 'title', 'description');

export const setPhoto = (tx: Statements, id: string, change: Change<typeof editable>): Promise<Row<typeof texts> | undefined> =>
  tx.row(
    `update photos p set ${editable.set('p', '$2')}, updated_at = now(), revision = revision + 1 where p.id = $1 returning ${texts.of('p')}`,
    [id, editable.record(change)],
  );

/** Deletes a post and lowers its owner's count. Locks the owner first. */
export const setPhotoDeleted = (tx: Statements, viewerId: string, photoId: string): Promise<number> =>
  tx.run(
    `with owner as (select id from members where id = (select member_id from photos where id = $2) for no key update),
          gone as (
            update photos p set deleted_at = now(), updated_at = now() from owner, members m
             where p.id = $2 and m.id = owner.id and p.member_id = m.id and ${photoVisible('$1', 'p', 'm')}
            returning p.member_id, ${photoShared('p')} as was_there)
     update members m set photos_count = m.photos_count - gone.was_there::int from gone where m.id = gone.member_id`,
    [viewerId, photoId],
  );

/** Removes another member's post and lowers the count. Locks the owner first. */
export const setPhotoRemoved = (tx: Statements, viewerId: string, photoId: string): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `with owner as (select id from members where id = (select member_id from photos where id = $2) and id <> $1 for no key update),
          gone as (
            update photos p set removed_at = now() from owner, members m
             where p.id = $2 and m.id = owner.id and p.member_id = m.id and ${photoRemovable('$1', 'p', 'm')}
            returning p.member_id, ${photoShared('p')} as was_there)
     update members m set photos_count = m.photos_count - gone.was_there::int from gone where m.id = gone.member_id returning m.id as owner_id`,
    [viewerId, photoId],
  );

export const setPhotoRestored = (tx: Statements, viewerId: string, photoId: string): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `with owner as (select id from members where id = (select member_id from photos where id = $2) and id <> $1 for no key update),
          back as (
            update photos p set removed_at = null from owner
             where p.id = $2 and p.member_id = owner.id and p.removed_at is not null and p.deleted_at is null and not ${photoPending('p')}
            returning p.member_id, p.is_there)
     update members m set photos_count = m.photos_count + back.is_there::int from back where m.id = back.member_id returning m.id as owner_id`,
    [viewerId, photoId],
  );

/** Sets or removes the content warning of another member's post. Removes nothing from a post without one. */
export const setOthersWarning = (
  tx: Statements,
  viewerId: string,
  photoId: string,
  warning: string | null,
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update photos p set warning = $3, warning_entry_id = null from members m
      where p.id = $2 and m.id = p.member_id and m.id <> $1 and ($3::text is not null or p.warning is not null) and ${photoRemovable('$1', 'p', 'm')}
     returning m.id as owner_id`,
    [viewerId, photoId, warning],
  );

/** Records the organisers' act that set the warning. */
export const setWarningEntry = (tx: Statements, photoId: string, entryId: string): Promise<number> =>
  tx.run('update photos set warning_entry_id = $2 where id = $1 and warning is not null', [photoId, entryId]);

export const setPendingDeleted = (tx: Statements, photoId: string): Promise<number> =>
  tx.run('update photos set deleted_at = now(), updated_at = now() where id = $1 and removed_at is not null and deleted_at is null', [
    photoId,
  ]);

/** Returns true even for removed posts. */
export const isOwnPhoto = async (db: Statements, viewerId: string, photoId: string): Promise<boolean> =>
  (await db.row('select from photos where id = $2 and member_id = $1 and deleted_at is null', [viewerId, photoId])) !== undefined;

export const removePhotosOf = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from photos where id in (select id from photos where member_id = $1 limit 50)', [memberId]);

/** Lists 50 deleted posts that can no longer be reported and have no open report. */
export const listSweepable = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select p.id from photos p
      where p.deleted_at < now() - interval '${limits.reportDeletedDays} days'
        and not exists (select from reports r where r.photo_id = p.id and r.resolved_at is null)
        and not exists (select from comments c join reports r on r.comment_id = c.id where c.photo_id = p.id and r.resolved_at is null)
      order by p.deleted_at limit 50`,
  );

export const removeDeletedPhotos = (db: Statements, ids: readonly string[]): Promise<number> =>
  db.run('delete from photos where id = any($1::uuid[]) and deleted_at is not null', [ids]);

const shown = comments.pick('id', 'photo_id', 'content', 'created_at');

export interface CommentRow extends Row<typeof shown>, AuthorRow {
  mentions: string[];
}

/** Lists the newest three visible comments of each post, oldest first. */
export const listNewestCommentRows = (db: Statements, viewerId: string | null, photoIds: readonly string[]): Promise<CommentRow[]> =>
  db.rows(
    `select newest.* from unnest($2::uuid[]) as input(id), lateral (
       select ${shown.of('c')}, ${mentionsSeen('$1', 'c')} as mentions, ${authorColumns('m')}
         from comments c join members m on m.id = c.member_id
        where c.photo_id = input.id and not c.is_critique and ${commentListed('$1', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [viewerId, photoIds],
  );

export interface SharedCommentRow extends CommentRow {
  author_state: string;
  /** Ordered by username; null for usernames hidden from everybody. */
  mentioned: { id: string; state: string; username: string | null }[];
}

/** Like `listNewestCommentRows`, for viewers who hide nobody. Adds the version of the author and of each mentioned member. */
export const listSharedCommentRows = (db: Statements, photoIds: readonly string[]): Promise<Omit<SharedCommentRow, 'mentions'>[]> =>
  db.rows(
    `select newest.* from unnest($1::uuid[]) as input(id), lateral (
       select ${shown.of('c')}, ${authorColumns('m')}, ${authorState('m')} as author_state,
              coalesce((select json_agg(json_build_object(
                  'id', named.id, 'state', ${authorState('named')},
                  'username', case when ${memberVisible('null', 'named')} then named.username end) order by named.username)
                 from comment_mentions cm join members named on named.id = cm.member_id where cm.comment_id = c.id), '[]') as mentioned
         from comments c join members m on m.id = c.member_id
        where c.photo_id = input.id and not c.is_critique and ${commentListed('null', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [photoIds],
  );

/** Archives or unarchives the member's own post and changes the count. Locks the owner first. Returns 0 if nothing changed. */
export const setPhotoArchived = (tx: Statements, memberId: string, photoId: string, isArchived: boolean): Promise<number> =>
  tx.run(
    `with owner as (select id from members where id = $1 and is_live for no key update),
          changed as (
            update photos p set archived_at = case when $3 then now() end from owner
             where p.id = $2 and p.member_id = owner.id and case when $3 then ${photoThere('p')} else ${photoArchived('p')} end
            returning p.member_id)
     update members m set photos_count = m.photos_count + case when $3 then -1 else 1 end from changed where m.id = changed.member_id`,
    [memberId, photoId, isArchived],
  );

export const listArchivedIds = async (
  db: Statements,
  memberId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select p.id from photos p where p.member_id = $1 and p.id < $2 and ${photoArchived('p')} order by p.id desc limit ${limit}`,
      [memberId, before],
    )
  ).map(({ id }) => id);
