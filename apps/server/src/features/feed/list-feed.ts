import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos } from '../photos/present-photos.ts';
import { countFeed, countFollowing, listFeedIds, listFollowingIds } from './queries.ts';

interface FeedAnswer {
  data: Photo[];
  meta: ListMeta;
}

/** Posts the viewer may see, newest first, read straight from the database. */
export const listFeed = (context: Context, viewer: Viewer, paging: Paging): Promise<FeedAnswer> =>
  listPosts(context, viewer, paging, { count: countFeed, listIds: listFeedIds });

/** … of those they follow. */
export const listFollowing = (context: Context, viewer: Viewer, paging: Paging): Promise<FeedAnswer> =>
  listPosts(context, viewer, paging, { count: countFollowing, listIds: listFollowingIds });

async function listPosts(
  context: Context,
  viewer: Viewer,
  paging: Paging,
  { count, listIds }: { count: typeof countFeed; listIds: typeof listFeedIds },
): Promise<FeedAnswer> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const [total, ids] = await Promise.all([
    count(context.db, viewer.id),
    listIds(context.db, viewer.id, { before, offset, limit: literalLimit(take) }),
  ]);
  const { shown, meta } = pageOf(ids, paging, total, (id) => id);
  return { data: await presentPhotos(context, viewer, shown), meta };
}
