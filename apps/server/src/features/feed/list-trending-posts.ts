import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos } from '../photos/present-photos.ts';
import { listTrendingIds } from './queries.ts';

/** The posts of the last days that are talked about most, hottest first. In which order they are shown is the reader's affair. */
export async function listTrendingPosts(context: Context, viewer: Viewer, limit: number): Promise<Photo[]> {
  const ids = await listTrendingIds(context.db, viewer.id);
  return presentPhotos(context, viewer, ids.slice(0, limit));
}
