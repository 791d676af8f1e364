import type { EditedSeries, OwnSeries, Series, SeriesCard } from '@mbari/contract/photos/series';
import type { Context } from '../../platform/context.ts';
import { fillIn } from '../../platform/markdown/views.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { viewImage } from '../posts/views.ts';
import type { OwnSeriesRow, SeriesCardRow, SeriesRow } from './queries.ts';

const findNothing = (): undefined => undefined;

export const viewSeries = (row: SeriesRow, viewerId: string | null): Series => ({
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

export const viewEditedSeries = (row: SeriesRow, viewerId: string): EditedSeries => ({
  ...viewSeries(row, viewerId),
  photo_ids: row.photo_ids,
});

export const viewSeriesCard = (
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
