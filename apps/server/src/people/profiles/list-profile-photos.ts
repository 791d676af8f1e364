import type * as calls from '@mbari/contract/people/profiles';
import type { ProfilePhoto } from '@mbari/contract/people/profiles';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { z } from 'zod';
import { presentInProfile } from '../../photos/feed/list-posts.ts';
import { listScope } from '../../photos/find-posts.ts';
import { findCategories, findCategory } from '../../photos/save-category.ts';
import { listSeriesOf } from '../../photos/series/read-series.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
import { endOfList, joinList, ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findProfileView, type ProfileView } from './find-profile-view.ts';
import { mayAct } from './views.ts';

type Query = z.output<typeof calls.listProfilePhotos.shape.query>;

/** Lists a member's posts visible to the viewer. A private profile lists none; followers see its posts in their feed. */
export async function listProfilePhotos(context: Context, viewer: Viewer | null, username: string, query: Query): Promise<ReadyJson> {
  const view = await findProfileView(context, viewer, { username, as: query.as });
  if (!view.profile.is_open) throw new Refusal('profile_private', 'profileIsPrivate');
  idAfter(query.cursor);
  const { ids, meta } = await listPage(context, view, query);
  const posts = await presentProfilePhotos(context, view.viewer, ids);
  return new ReadyJson(joinList([...posts.values()], endOfList(meta)));
}

interface GalleryPage {
  ids: string[];
  meta: ListMeta;
}

/** Lists posts newest first, optionally of one category. */
export async function listGallery(
  { db }: Context,
  view: ProfileView,
  paging: Paging,
  category: string | null = null,
): Promise<GalleryPage> {
  const { cursor, offset, take } = sliceOf(paging);
  const { profile, listViewerId, asFollower } = view;
  const scope = { category, member: profile.author_id, followed: false, asFollower };
  const page = { before: idAfter(cursor), offset, limit: literalLimit(take) };
  const { ids, total } = await listScope(db, listViewerId, scope, page, category === null ? profile.posts_count : undefined);
  const { shown, meta } = pageOf(ids, paging, total, (id) => id);
  return { ids: shown, meta };
}

export const emptyGalleryPage = (paging: Paging): GalleryPage => ({ ids: [], meta: pageOf([], paging, 0, String).meta });

/** Returns posts as JSON with their whole category; skips deleted ones. */
export const presentProfilePhotos = (context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Map<string, Buffer[]>> =>
  presentInProfile(context, { viewer, mayAct: mayAct(viewer), ids }, async (names) => {
    const categories = await findCategories(context.db, names);
    return new Map(names.flatMap((name, index) => (categories[index] ? [[name, categories[index]]] : [])));
  });

export const parsePost = (pieces: Buffer[]): ProfilePhoto => JSON.parse(Buffer.concat(pieces).toString()) as ProfilePhoto;

async function listPage(context: Context, view: ProfileView, query: Query): Promise<GalleryPage> {
  if (view.profile.posts_count === 0) return emptyGalleryPage(query);
  if (!query.category?.trim()) return listGallery(context, view, query);
  const category = await findCategory(context.db, query.category);
  return category ? listGallery(context, view, query, category.id) : emptyGalleryPage(query);
}

type Answer = z.output<typeof calls.listProfileSeries.shape.answer>;
type SeriesQuery = z.output<typeof calls.listProfileSeries.shape.query>;

/** Lists a member's series visible to the viewer. A private profile lists none. */
export async function listProfileSeries(context: Context, viewer: Viewer | null, username: string, query: SeriesQuery): Promise<Answer> {
  const { profile, listViewerId } = await findProfileView(context, viewer, { username, as: query.as });
  if (!profile.is_open) throw new Refusal('profile_private', 'profileIsPrivate');
  idAfter(query.cursor);
  // The owner also sees empty series.
  if (profile.posts_count === 0 && !profile.is_owner) return { data: [], meta: { per_page: query.per_page, next_cursor: null } };
  const of = { viewerId: listViewerId, memberId: profile.author_id, withEmpty: profile.is_owner };
  return listSeriesOf(context, of, query);
}
