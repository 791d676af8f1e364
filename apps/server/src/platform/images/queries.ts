import type pg from 'pg';
import { batch } from '../db/batch.ts';
import type { Database, Statements } from '../db/database.ts';
import { entryCounts, entryShown } from '../visibility/challenges.ts';
import { uploadShown } from '../visibility/forum.ts';
import { isEntitledTo, storageOf } from '../visibility/members.ts';
import { messageImageShown } from '../visibility/messages.ts';
import { photoKept, photoPending, photoPublic, photoThere, reachesFollowers } from '../visibility/photos.ts';
import { profilePublic } from '../visibility/profiles.ts';
import type { ImageKind } from './images.ts';

export interface MediaState {
  /** Needs no signature. */
  is_public: boolean;
  /** Only its owner may read it, so older signatures for other readers are refused. */
  is_owners: boolean;
  is_shown: boolean;
  /** A report snapshot contains the image, so organisers may read it. */
  is_evidence: boolean;
  /** The stored image, if the address names an entry in a challenge. */
  image_id: string | null;
}

/**
 * Returns who may read an image that is shown or is evidence, otherwise null. Batches one query per event loop turn without
 * a cache, so a change applies to the next request.
 */
export function mediaStatesBy(db: Database): (imageId: string) => Promise<MediaState | null> {
  return batch(async (ids: string[]) => {
    const rows = await db.rows<MediaState & { n: number }>(
      `select asked.n::int as n, true as is_public, false as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'avatar' and i.deleted_at is null
         join members m on m.id = i.member_id and m.avatar_image_id = i.id and m.is_live
       union all
       select asked.n::int as n, true as is_public, false as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'logo' and i.deleted_at is null
         join site_settings s on s.logo_image_id = i.id
       union all
       select asked.n::int as n, ${profilePublic('m')} as is_public, false as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'cover' and i.deleted_at is null
         join members m on m.id = i.member_id and m.cover_image_id = i.id and m.is_live and ${isEntitledTo('customises', 'm')}
       union all
       select asked.n::int as n, ${photoPublic('p', 'm')} as is_public, ((${photoKept('p')} and not ${photoThere('p')}) or not (${reachesFollowers('p')})) as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.deleted_at is null
         join photo_images pi on pi.image_id = i.id
         join photos p on p.id = pi.photo_id and (${photoKept('p')} or ${photoPending('p')})
         join members m on m.id = p.member_id and m.is_live
       union all
       select asked.n::int as n, false as is_public, not ${uploadShown('i')} as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'forum' and i.deleted_at is null
         join members m on m.id = i.member_id and m.is_live
       union all
       select asked.n::int as n, false as is_public, true as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join pending_media pm on pm.image_id = asked.id
         join members m on m.id = pm.member_id and m.is_live
       union all
       select asked.n::int as n, false as is_public, not ${messageImageShown('i')} as is_owners, true as is_shown, false as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join images i on i.id = asked.id and i.kind = 'message' and i.deleted_at is null
       union all
       select asked.n::int as n, false as is_public, false as is_owners, true as is_shown, false as is_evidence, e.image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
         join challenge_entries e on e.id = asked.id
         join challenges ch on ch.id = e.challenge_id and ${entryShown('ch')}
         join photos p on p.id = e.photo_id
         join members m on m.id = e.member_id and ${entryCounts('e', 'p', 'm')}
       union all
       select asked.n::int as n, false as is_public, true as is_owners, false as is_shown, true as is_evidence, null::uuid as image_id
         from unnest($1::uuid[]) with ordinality as asked(id, n)
        where exists (select from report_evidence_images e where e.image_id = asked.id)`,
      [ids],
    );
    const states = new Array<MediaState | null>(ids.length).fill(null);
    for (const { n, ...state } of rows) states[n - 1] = joined(states[n - 1] ?? state, state);
    return states;
  });
}

const joined = (a: MediaState, b: MediaState): MediaState => ({
  is_public: a.is_public || b.is_public,
  is_owners: a.is_owners && b.is_owners,
  is_shown: a.is_shown || b.is_shown,
  is_evidence: a.is_evidence || b.is_evidence,
  image_id: a.image_id ?? b.image_id,
});

export interface NewImage {
  id: string;
  /** Null for the community's logo. */
  member_id: string | null;
  kind: ImageKind;
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  /** Bytes of the WebP at each of `widths`. */
  webp_bytes: number[];
  bytes: number;
}

export const addImages = (tx: Statements, images: readonly NewImage[]): Promise<number> =>
  tx.run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, webp_bytes, bytes)
     select id, member_id, kind, width, height, color, decode(thumbhash, 'base64'), widths, webp_bytes, bytes
       from jsonb_to_recordset($1::jsonb) as added(id uuid, member_id uuid, kind text, width integer, height integer, color text,
                                                   thumbhash text, widths integer[], webp_bytes integer[], bytes bigint)`,
    [JSON.stringify(images.map((image) => ({ ...image, thumbhash: image.thumbhash.toString('base64') })))],
  );

export const findThumbhash = async (db: Statements, id: string): Promise<Buffer | undefined> =>
  (await db.row<{ thumbhash: Buffer }>('select thumbhash from images where id = $1', [id]))?.thumbhash;

export interface StorageRow {
  used_bytes: number;
  limit_bytes: number;
}

/** Returns used and allowed bytes. `besides` is the kind of a new image; for an avatar or cover, the replaced image does not count. */
export const findStorage = (db: Statements, memberId: string | null, besides: NewImage['kind'] | null): Promise<StorageRow | undefined> =>
  db.row(
    `select (select coalesce(sum(i.bytes), 0) from images i
              where i.member_id = $1 and i.deleted_at is null
                and ($2::text is null or $2 in ('photo', 'forum', 'message') or i.kind <> $2))::float8 as used_bytes,
            ${storageOf('m')}::float8 as limit_bytes
       from members m where m.id = $1`,
    [memberId, besides],
  );

/** Locks the member, like every statement that changes a member's used storage. */
export const lockUploader = (tx: Statements, memberId: string): Promise<{ id: string } | undefined> =>
  tx.row('select id from members where id = $1 and is_live for no key update', [memberId]);

/** Marks images as removed: hides them immediately; `sweepImages` deletes the files later. */
export const removeImages = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run('update images set deleted_at = now() where id = any($1::uuid[]) and deleted_at is null', [ids]);

export interface AvifCandidate {
  id: string;
  widths: number[];
}

export const listAvifCandidates = (db: Statements, ids: readonly string[]): Promise<AvifCandidate[]> =>
  db.rows(`select id, widths from images where id = any($1::uuid[]) and kind <> 'avatar' and deleted_at is null and avif_widths = '{}'`, [
    ids,
  ]);

export const addAvifWidths = (db: Statements, id: string, { widths, bytes }: { widths: number[]; bytes: number }): Promise<number> =>
  db.run(`update images set avif_widths = $2, bytes = bytes + $3 where id = $1 and deleted_at is null and avif_widths = '{}'`, [
    id,
    widths,
    bytes,
  ]);

export interface ImageFiles {
  id: string;
  files: string[];
}

/** Returns a hundred images after an id with all file names, removed ones included. */
export const listImageFiles = (db: Statements, after: string): Promise<ImageFiles[]> =>
  db.rows(
    `select i.id::text, array(select w || '.webp' from unnest(i.widths) w union all select w || '.jpeg' from unnest(i.widths) w
                              union all select w || '.avif' from unnest(i.avif_widths) w) as files
       from images i where $1 = '' or i.id > nullif($1, '')::uuid order by i.id limit 100`,
    [after],
  );

export interface UnmeasuredImage {
  id: string;
  widths: number[];
}

export const listUnmeasuredImages = (db: Statements): Promise<UnmeasuredImage[]> =>
  db.rows(`select id, widths from images where webp_bytes = '{}' and deleted_at is null order by id limit 100`);

export const setWebpBytes = (db: Statements, measured: readonly { id: string; webp_bytes: number[] }[]): Promise<number> =>
  db.run(
    `update images i set webp_bytes = m.webp_bytes
       from jsonb_to_recordset($1::jsonb) as m(id uuid, webp_bytes integer[]) where i.id = m.id`,
    [JSON.stringify(measured)],
  );

export const listKnownImages = (db: Statements, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows('select id from images where id = any($1::uuid[])', [ids]);

/** Returns images removed at least an hour ago, so running downloads have ended. */
export const listRemovedImages = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select i.id from images i where i.deleted_at < now() - interval '1 hour'
        and not exists (select from photo_images pi where pi.image_id = i.id)
        and not exists (select from members m where m.avatar_image_id = i.id)
        and not exists (select from members m where m.cover_image_id = i.id)
        and not exists (select from site_settings s where s.logo_image_id = i.id)
        and not exists (select from report_evidence_images e where e.image_id = i.id)
      order by i.deleted_at limit 100`,
  );

export const deleteImages = (db: Statements, ids: readonly string[]): Promise<number> =>
  db.run('delete from images where id = any($1::uuid[]) and deleted_at is not null', [ids]);

/** Detaches a hundred of a member's images, and removes them, except those in messages; `sweepImages` deletes their files, then their rows. */
export const eraseImages = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update images i set member_id = null, deleted_at = case when ${messageImageShown('i')} then i.deleted_at else coalesce(i.deleted_at, now()) end
      where id in (select id from images where member_id = $1 limit 100)`,
    [memberId],
  );

/** Shared lock for copying files, exclusive for deleting them. */
const filesLock = 7_220_304;

/** Prevents deletion of files until the connection closes. A database snapshot taken later has all its files. Waits for a running sweep. */
export const keepImageFiles = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('select pg_advisory_lock_shared($1)', [filesLock]));

/** Locks files for deletion until the transaction ends; false while another connection holds the lock. */
export const lockImageFiles = async (tx: Statements): Promise<boolean> =>
  (await tx.row<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [filesLock]))?.locked ?? false;
