import type * as calls from '@mbari/contract/people/profiles';
import type { z } from 'zod';
import { findCategory } from '../../photos/find-category.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter } from '../../platform/http/lists.ts';
import { endOfList, joinList, ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type ProfileView, findProfileView } from './find-profile-view.ts';
import { type GalleryPage, listGallery, emptyGalleryPage } from './list-gallery.ts';
import { presentProfilePhotos } from './present-profile-photos.ts';

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

async function listPage(context: Context, view: ProfileView, query: Query): Promise<GalleryPage> {
  if (view.profile.posts_count === 0) return emptyGalleryPage(query);
  if (!query.category?.trim()) return listGallery(context, view, query);
  const category = await findCategory(context.db, query.category);
  return category ? listGallery(context, view, query, category.id) : emptyGalleryPage(query);
}
