import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { photoBlurred, photoPublic, photoReaches, warningListed } from '../../platform/visibility/photos.ts';
import { seriesPublic, seriesThere, seriesVisible } from '../../platform/visibility/series.ts';
import type { ImageRow } from '../posts/queries.ts';
import { images, series } from '../table.ts';

const shown = series.pick('id', 'title', 'body', 'body_html', 'completed_at', 'created_at', 'revision');

export interface SeriesRow extends Row<typeof shown>, AuthorRow {
  /** Null if the viewer may not see the chosen cover, or it left the series. */
  cover_id: string | null;
  /** Posts that the viewer may see, in order. */
  photo_ids: string[];
}

/** Columns of `SeriesRow`. `mayBeSeen`: SQL condition on the post `p`. */
const columns = (mayBeSeen: string): string =>
  `${shown.of('s')}, ${authorColumns('m')},
   (select p.id from series_photos sp join photos p on p.id = sp.photo_id
     where sp.series_id = s.id and sp.photo_id = s.cover_id and ${mayBeSeen}) as cover_id,
   array(select p.id from series_photos sp join photos p on p.id = sp.photo_id
          where sp.series_id = s.id and ${mayBeSeen} order by sp.position, sp.photo_id limit ${limits.seriesPhotos}) as photo_ids`;

export const findSeries = (db: Statements, viewerId: string, id: string): Promise<SeriesRow | undefined> =>
  db.row(
    `select ${columns(`${photoReaches('$1', 'p', 'm')} and ${warningListed('$1', 'p')}`)} from series s join members m on m.id = s.member_id
      where s.id = $2 and ${seriesVisible('$1', 's', 'm')}`,
    [viewerId, id],
  );

/** Returns the series as visitors see it. */
export const findPublicSeries = (db: Statements, id: string): Promise<SeriesRow | undefined> =>
  db.row(
    `select ${columns(photoPublic('p', 'm'))} from series s join members m on m.id = s.member_id
      where s.id = $1 and ${seriesPublic('s', 'm')}`,
    [id],
  );

const card = series.pick('id', 'title', 'completed_at');
const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');

export interface SeriesCardRow extends Row<typeof card> {
  photos_count: number;
  cover: (Omit<ImageRow, 'photo_id' | 'camera' | 'thumbhash'> & { thumbhash: string; is_blurred: boolean }) | null;
  is_cover_public: boolean;
}

interface CardsQuery {
  viewerId: string | null;
  memberId: string;
  /** Exclusive upper bound of the ids. */
  before: string;
  limit: 21 | 51;
  withEmpty: boolean;
}

/** Lists a member's series with a post that reaches the viewer. The caller has checked that the viewer may list the member's posts. */
export const listSeriesCards = (db: Statements, { viewerId, memberId, before, limit, withEmpty }: CardsQuery): Promise<SeriesCardRow[]> =>
  db.rows(
    `select ${card.of('s')}, coalesce(seen.photos_count, 0) as photos_count, cover.image as cover, coalesce(cover.is_public, false) as is_cover_public
       from series s join members m on m.id = s.member_id
       cross join lateral (
         select count(*)::int as photos_count, (array_agg(p.id order by (p.id = s.cover_id) is true desc, sp.position, p.id))[1] as cover_id
           from series_photos sp join photos p on p.id = sp.photo_id where sp.series_id = s.id and ${photoReaches('$1', 'p', 'm')}
            and ${warningListed('$1', 'p')}) seen
       left join lateral (
         select jsonb_build_object(${shownOfImage.keys.map((key) => `'${key}', ${key === 'thumbhash' ? `encode(i.thumbhash, 'base64')` : `i.${key}`}`).join(', ')}, 'alt', pi.alt, 'is_blurred', ${photoBlurred('$1', 'p')}) as image,
                ${photoPublic('p', 'm')} as is_public
           from photos p join photo_images pi on pi.photo_id = p.id join images i on i.id = pi.image_id and i.deleted_at is null
          where p.id = seen.cover_id order by pi.position limit 1) cover on true
      where s.member_id = $2 and s.id < $3 and ${seriesThere('s')} and ($4 or seen.photos_count > 0) order by s.id desc limit ${limit}`,
    [viewerId, memberId, before, withEmpty],
  );

/** Lists the series that have a post. The caller has checked that the viewer may see the post. */
export const listSeriesOfPhoto = (db: Statements, photoId: string): Promise<{ id: string; title: string }[]> =>
  db.rows(
    `select s.id, s.title from series_photos sp join series s on s.id = sp.series_id
      where sp.photo_id = $1 and ${seriesThere('s')} order by s.id limit ${limits.series}`,
    [photoId],
  );

export interface OwnSeriesRow extends Row<typeof card> {
  photos_count: number;
  has_photo: boolean;
}

export const listOwnSeriesRows = (db: Statements, memberId: string, photoId: string | null): Promise<OwnSeriesRow[]> =>
  db.rows(
    `select ${card.of('s')}, coalesce(seen.has_photo, false) as has_photo, seen.photos_count
       from series s join members m on m.id = s.member_id
       cross join lateral (
         select count(*)::int as photos_count, bool_or(p.id = $2) as has_photo
           from series_photos sp join photos p on p.id = sp.photo_id where sp.series_id = s.id and ${photoReaches('$1', 'p', 'm')}) seen
      where s.member_id = $1 and ${seriesThere('s')} order by s.id desc limit ${limits.series}`,
    [memberId, photoId],
  );

/** Returns 0 if the member has too many series. Requires a lock of the member. */
export const addSeries = (
  tx: Statements,
  { id, memberId, title, body, html }: { id: string; memberId: string; title: string; body: string; html: string },
): Promise<number> =>
  tx.run(
    `insert into series (id, member_id, title, body, body_html)
     select $1, $2, $3, $4, $5 where (select count(*) from series where member_id = $2) < ${limits.series}`,
    [id, memberId, title, body, html],
  );

const editable = series.pick('title', 'body', 'body_html');

interface SeriesChange extends Change<typeof editable> {
  isComplete: boolean | undefined;
  /** Null removes the choice; undefined keeps it. */
  coverId: string | null | undefined;
  /** The new order; undefined keeps it. */
  photoIds: readonly string[] | undefined;
}

interface ChangedSeries {
  /** The series is complete for the first time, with at least one post. */
  is_announced: boolean;
}

/**
 * Edits a member's series in one statement, which also replaces the order. Ignores ids that are not the member's own posts; keeps hidden
 * posts. Returns nothing if the series was edited since `version`. Requires a lock of the member.
 */
export const setSeries = (
  tx: Statements,
  memberId: string,
  id: string,
  version: number,
  { isComplete, coverId, photoIds, ...texts }: SeriesChange,
): Promise<ChangedSeries | undefined> =>
  tx.row(
    `with owner as (select m.* from members m where m.id = $1),
          given as (select p.id, g.n from owner m, unnest($8::uuid[]) with ordinality as g(id, n) join photos p on p.id = g.id
                     where p.member_id = m.id and ${photoReaches('$1', 'p', 'm')}),
          changed as (
            update series s set ${editable.set('s', '$4')}, revision = revision + 1,
                   completed_at = case when $5::boolean is null then s.completed_at when $5 then coalesce(s.completed_at, now()) end,
                   cover_id = case when $6 then (select p.id from photos p where p.id = $7 and p.member_id = $1) else s.cover_id end,
                   announced_at = coalesce(s.announced_at, case when coalesce($5, s.completed_at is not null)
                     and (exists (select from given) or ($8 is null and exists (select from series_photos sp where sp.series_id = s.id))) then now() end)
             where s.id = $2 and s.member_id = $1 and ${seriesThere('s')} and s.revision = $3 returning s.id, s.announced_at),
          gone as (
            delete from series_photos sp using changed, owner m, photos p
             where $8::uuid[] is not null and sp.series_id = changed.id and p.id = sp.photo_id and p.id <> all ($8) and ${photoReaches('$1', 'p', 'm')}),
          placed as (
            insert into series_photos (series_id, photo_id, position) select changed.id, given.id, given.n from changed, given
                on conflict (series_id, photo_id) do update set position = excluded.position)
     select coalesce(announced_at = now(), false) as is_announced from changed`,
    [memberId, id, version, editable.record(texts), isComplete ?? null, coverId !== undefined, coverId ?? null, photoIds ?? null],
  );

interface AddedToSeries {
  /** The post is in the series now. */
  is_in: boolean;
  is_full: boolean;
}

/**
 * Adds a member's own post to the end of their series. Returns nothing if either does not exist. A new post (`isNew`) may be scheduled or pending.
 * Requires a lock of the member.
 */
export const addSeriesPhoto = (
  tx: Statements,
  memberId: string,
  id: string,
  photoId: string,
  isNew = false,
): Promise<AddedToSeries | undefined> =>
  tx.row(
    `with found as (
            select s.id, p.id as photo_id,
                   (select count(*) from series_photos sp join photos other on other.id = sp.photo_id
                     where sp.series_id = s.id and ${photoReaches('$1', 'other', 'm')}) >= ${limits.seriesPhotos} as is_full,
                   exists (select from series_photos sp where sp.series_id = s.id and sp.photo_id = p.id) as is_in
              from members m join series s on s.member_id = m.id and s.id = $2 and ${seriesThere('s')} join photos p on p.member_id = m.id and p.id = $3
             where m.id = $1 and ($4 or (${photoReaches('$1', 'p', 'm')}))),
          added as (
            insert into series_photos (series_id, photo_id, position)
            select id, photo_id, coalesce((select max(sp.position) from series_photos sp where sp.series_id = found.id), 0) + 1
              from found where not is_full and not is_in returning series_id),
          raised as (update series s set revision = revision + 1 from added where s.id = added.series_id)
     select is_in or not is_full as is_in, is_full from found`,
    [memberId, id, photoId, isNew],
  );

/** Takes a post out of a member's series. Returns 0 if the series does not exist. */
export const removeSeriesPhoto = (tx: Statements, memberId: string, id: string, photoId: string): Promise<number> =>
  tx.run(
    `with removed as (
            delete from series_photos sp using series s
             where sp.series_id = s.id and s.id = $2 and s.member_id = $1 and ${seriesThere('s')} and sp.photo_id = $3 returning sp.series_id)
     update series s set revision = revision + (select count(*)::int from removed) where s.id = $2 and s.member_id = $1 and ${seriesThere('s')}`,
    [memberId, id, photoId],
  );

export const removeSeries = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(`delete from series s where s.id = $2 and s.member_id = $1 and ${seriesThere('s')}`, [memberId, id]);

/** Removes another member's series as an organiser, or restores it. */
export const setSeriesRemoved = (
  tx: Statements,
  viewerId: string,
  id: string,
  isRemoved: boolean,
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update series s set removed_at = case when $3 then now() end where s.id = $2 and s.member_id <> $1 and ${seriesThere('s')} = $3
     returning s.member_id as owner_id`,
    [viewerId, id, isRemoved],
  );
