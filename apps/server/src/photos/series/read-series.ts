import type { Photo } from '@mbari/contract/photos/posts';
import type { EditedSeries, OwnSeries, Series, SeriesCard } from '@mbari/contract/photos/series';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, type Paging, sliceOf } from '../../platform/http/lists.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { fillIn } from '../../platform/markdown/render-body.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { listPosts } from '../feed/list-posts.ts';
import { presentPhotosReadOnly } from '../posts/present-photos.ts';
import { viewImage } from '../posts/views.ts';
import { findPublicSeries, findSeries, listSeriesCards, type OwnSeriesRow, type SeriesCardRow, type SeriesRow } from './queries.ts';

/** Returns a series with all its posts that the viewer may see. */
export async function readSeries(context: Context, viewer: Viewer, id: string): Promise<ReadyJson> {
  const row = await requireSeries(context, viewer, id);
  return listPosts(context, viewer, { ids: row.photo_ids, meta: { series: viewSeries(row, viewer.id) } });
}

/** Throws the same `not_found` for hidden and missing series. */
export async function requireSeries({ db }: Context, viewer: Viewer, id: string): Promise<SeriesRow> {
  const row = isId(id) ? await findSeries(db, viewer.id, id) : undefined;
  if (!row) throw notFound('seriesNotFound');
  return row;
}

export interface PublicSeries {
  series: Series;
  photos: Photo[];
}

/** Returns a series as visitors see it. */
export async function readPublicSeries(context: Context, id: string): Promise<PublicSeries | undefined> {
  const row = await findPublicSeries(context.db, id);
  return row && { series: viewSeries(row, null), photos: await presentPhotosReadOnly(context, null, row.photo_ids) };
}

export const presentSeries = async (context: Context, viewer: Viewer, id: string): Promise<EditedSeries> =>
  viewEditedSeries(await requireSeries(context, viewer, id), viewer.id);

interface SeriesList {
  data: SeriesCard[];
  meta: { per_page: number; next_cursor: string | null };
}

/** Lists a member's series, newest first. The caller has checked that the viewer may list the member's posts. */
export async function listSeriesOf(
  context: Context,
  of: { viewerId: string | null; memberId: string; withEmpty: boolean },
  { per_page, cursor }: Paging,
): Promise<SeriesList> {
  const limit = literalLimit(sliceOf({ per_page, cursor }).take);
  const rows = await listSeriesCards(context.db, { ...of, before: idAfter(cursor), limit });
  const shown = rows.slice(0, per_page);
  const next_cursor = rows.length > per_page ? (shown.at(-1)?.id ?? null) : null;
  return { data: shown.map((row) => viewSeriesCard(context, row, of.viewerId === of.memberId)), meta: { per_page, next_cursor } };
}

const findNothing = (): undefined => undefined;

const viewSeries = (row: SeriesRow, viewerId: string | null): Series => ({
  id: row.id,
  title: row.title,
  body: row.body,
  body_html: fillIn(row.body_html, { usernameOf: findNothing, photoOf: findNothing, sourceOf: findNothing }),
  is_complete: row.completed_at !== null,
  cover_id: row.cover_id,
  user: viewAuthor(row),
  created_at: row.created_at.toISOString(),
  version: row.revision,
  viewer: { may_edit: row.author_id === viewerId },
});

const viewEditedSeries = (row: SeriesRow, viewerId: string): EditedSeries => ({
  ...viewSeries(row, viewerId),
  photo_ids: row.photo_ids,
});

const viewSeriesCard = (
  context: Context,
  { id, title, completed_at, photos_count, cover, is_cover_public }: SeriesCardRow,
  isOwn: boolean,
): SeriesCard => ({
  id,
  title,
  is_complete: completed_at !== null,
  photos_count,
  cover: cover && viewImage(context, { ...cover, thumbhash: Buffer.from(cover.thumbhash, 'base64') }, is_cover_public, isOwn),
});

export const viewOwnSeries = ({ id, title, completed_at, photos_count, has_photo }: OwnSeriesRow): OwnSeries => ({
  id,
  title,
  is_complete: completed_at !== null,
  photos_count,
  has_photo,
});
