import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos } from '../photos/present-photos.ts';
import { countFeed, listFeedIds } from './queries.ts';

/** Posts the viewer may see, newest first, read straight from the database. */
export async function listFeed(context: Context, viewer: Viewer, paging: Paging): Promise<{ data: Photo[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const [total, ids] = await Promise.all([
    countFeed(context.db, viewer.id),
    listFeedIds(context.db, viewer.id, { before, offset, limit: literalLimit(take) }),
  ]);
  const { shown, meta } = pageOf(ids, paging, total, (id) => id);
  return { data: await presentPhotos(context, viewer, shown), meta };
}
