import type { ListMeta } from '@mbari/contract/platform/fields';
import { listScope } from '../../photos/find-posts.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
import type { ProfileView } from './find-profile-view.ts';

export interface GalleryPage {
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
