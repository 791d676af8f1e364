import { images } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { forumPostListed, postShowsImages, topicThere } from '../../platform/visibility/forum.ts';
import { photoBlurred, photoPublic, photoReaches, photoThere } from '../../platform/visibility/photos.ts';
import { forumUploads } from '../table.ts';

const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');

export interface ImageRow extends Row<typeof shownOfImage> {
  alt: string;
}

const newUpload = forumUploads.pick('image_id', 'member_id', 'alt', 'upload_key', 'upload_digest');

/** Returns nothing if the key was used or the member has left. The same transaction inserts the image's row. */
export const insertUpload = (tx: Statements, upload: NewRow<typeof newUpload>): Promise<{ image_id: string } | undefined> =>
  tx.row(
    `insert into forum_uploads (${newUpload.names})
     select ${newUpload.of('n')} from ${newUpload.from('$1')} n join members m on m.id = n.member_id and m.is_live
     on conflict (member_id, upload_key) do nothing returning image_id`,
    [newUpload.record(upload)],
  );

export const findUploadByKey = (
  db: Statements,
  memberId: string,
  key: string,
): Promise<{ image_id: string; upload_digest: Buffer | null } | undefined> =>
  db.row(
    `select u.image_id, u.upload_digest from forum_uploads u join images i on i.id = u.image_id and i.deleted_at is null
      where u.member_id = $1 and u.upload_key = $2`,
    [memberId, key],
  );

/** Returns the `ids` of the author's own photos, photo images and uploads. Renews the uploads for a day, so that the sweep spares them. */
export const renewOwnImages = (db: Statements, memberId: string, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows(
    `with renewed as (update forum_uploads set named_at = now() where image_id = any($2::uuid[]) and member_id = $1 returning image_id)
     select image_id as id from renewed
     union select p.id from photos p where p.id = any($2::uuid[]) and p.member_id = $1 and ${photoThere('p')}
     union select pi.image_id from photo_images pi join photos p on p.id = pi.photo_id
            where pi.image_id = any($2::uuid[]) and p.member_id = $1 and ${photoThere('p')}`,
    [memberId, ids],
  );

export interface VisibleImageRow extends ImageRow {
  /** Id as written in the text. */
  named_id: string;
  owner_id: string;
  /** Null for an upload. */
  photo_id: string | null;
  title: string;
  /** True if the photo is public, so its URLs need no signature. */
  is_public: boolean;
  /** The photo has a content warning. The forum shows it blurred to everybody, because members share cached pages. */
  is_blurred: boolean;
}

/**
 * Finds photos (their first image), single images of photos, and uploads by id. Leaves out photos hidden from the viewer. The caller must check
 * that the text's author owns the uploads.
 */
export const listVisibleImages = (db: Statements, viewerId: string, ids: readonly string[]): Promise<VisibleImageRow[]> =>
  db.rows(
    `with named as (
            select p.id as named_id, p.id as photo_id, pi.image_id, pi.alt
              from photos p join photo_images pi on pi.photo_id = p.id and pi.position = 0 where p.id = any($2::uuid[])
            union all
            select pi.image_id, pi.photo_id, pi.image_id, pi.alt from photo_images pi where pi.image_id = any($2::uuid[]))
     select n.named_id, m.id as owner_id, p.id as photo_id, p.title, ${photoPublic('p', 'm')} as is_public, ${photoBlurred('null', 'p')} as is_blurred,
            ${shownOfImage.of('i')}, n.alt
       from named n join photos p on p.id = n.photo_id join members m on m.id = p.member_id join images i on i.id = n.image_id
      where ${photoReaches('$1', 'p', 'm')}
     union all
     select u.image_id, u.member_id, null, '', false, false, ${shownOfImage.of('i')}, u.alt
       from forum_uploads u join images i on i.id = u.image_id and i.deleted_at is null where u.image_id = any($2::uuid[])`,
    [viewerId, ids],
  );

export type TopicImageRow = ImageRow &
  AuthorRow & {
    post_id: string;
    number: number;
    position: number;
    photo_id: string | null;
    title: string | null;
    is_public: boolean;
    is_blurred: boolean;
  };

export const hasTopic = async (db: Statements, topicId: string): Promise<boolean> =>
  (await db.row(`select from forum_topics t where t.id = $1 and ${topicThere('t')}`, [topicId])) !== undefined;

/** Returns images after a position, without those hidden from the viewer. */
export const listTopicImageRows = (
  db: Statements,
  viewerId: string,
  topicId: string,
  { after, limit }: { after: { number: number; position: number }; limit: 21 | 51 },
): Promise<TopicImageRow[]> =>
  db.rows(
    `select p.id as post_id, p.number, fi.position, ph.id as photo_id, ph.title, (ph.id is not null and ${photoPublic('ph', 'm')}) as is_public,
            (ph.id is not null and ${photoBlurred('null', 'ph')}) as is_blurred,
            ${shownOfImage.of('i')}, coalesce(nullif(fi.alt, ''), pi.alt, u.alt) as alt, ${authorColumns('m')}
       from forum_posts p
       join forum_post_images fi on fi.post_id = p.id
       join members m on m.id = p.author_id
       left join photos ph on ph.id = fi.photo_id and ph.member_id = m.id and ${photoReaches('$1', 'ph', 'm')}
       left join photo_images pi on pi.photo_id = ph.id and (pi.image_id = fi.image_id or (fi.image_id is null and pi.position = 0))
       left join forum_uploads u on u.image_id = fi.image_id and fi.photo_id is null
       join images i on i.id = coalesce(pi.image_id, u.image_id) and i.deleted_at is null
      where p.topic_id = $2 and p.number >= $3 and (p.number, fi.position) > ($3, $4) and ${forumPostListed('$1', 'p')}
        and ${postShowsImages('p')}
      order by p.number, fi.position limit ${limit}`,
    [viewerId, topicId, after.number, after.position],
  );

/** Deletes 100 uploads not renewed for a day that no post, draft or pending post contains. Skips rows renewed meanwhile. */
export const deleteUnusedUploads = (tx: Statements): Promise<{ image_id: string }[]> =>
  tx.rows(
    `with old as materialized (
            select u.image_id from forum_uploads u
             where u.named_at < now() - interval '24 hours'
               and not exists (select from forum_post_images fi where fi.image_id = u.image_id)
               and not exists (select from forum_drafts d where d.member_id = u.member_id and u.image_id = any(d.image_ids))
               and not exists (select from pending_posts h where h.member_id = u.member_id and h.decided_at is null and u.image_id = any(h.image_ids))
             order by u.named_at limit 100)
     delete from forum_uploads u using old
      where u.image_id = old.image_id and u.named_at < now() - interval '24 hours' returning u.image_id`,
  );

export const deleteUploadsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from forum_uploads where image_id in (select image_id from forum_uploads where member_id = $1 limit 500)', [memberId]);
