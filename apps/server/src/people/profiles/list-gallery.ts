import type { ListMeta } from '@mbari/contract/platform/fields';
import { countScope } from '../../photos/find-posts.ts';
import { listScopeIds } from '../../photos/search-queries.ts';
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
  const [ids, total] = await Promise.all([
    listScopeIds(db, listViewerId, scope, { before: idAfter(cursor), offset, limit: literalLimit(take) }),
    category === null ? profile.posts_count : countScope(db, listViewerId, scope),
  ]);
  const { shown, meta } = pageOf(ids, paging, total, (id) => id);
  return { ids: shown, meta };
}

export const emptyGalleryPage = (paging: Paging): GalleryPage => ({ ids: [], meta: pageOf([], paging, 0, String).meta });
