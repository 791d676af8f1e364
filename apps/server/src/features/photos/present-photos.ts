import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { listImageRows, listNewestCommentRows, listPhotoRows } from './queries.ts';
import { viewPhoto } from './views.ts';

/** Posts as this viewer sees them, in the order of their ids: one query for each kind of thing, however many posts. */
export async function presentPhotos(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Photo[]> {
  if (ids.length === 0) return [];
  const [photos, images, comments] = await Promise.all([
    listPhotoRows(context.db, viewer.id, ids),
    listImageRows(context.db, ids),
    listNewestCommentRows(context.db, viewer.id, ids),
  ]);
  const byId = new Map(photos.map((row) => [row.id, row]));
  const imagesOf = byPhoto(images);
  const commentsOf = byPhoto(comments);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [viewPhoto(viewer, row, imagesOf.get(id) ?? [], commentsOf.get(id) ?? [])] : [];
  });
}

/** Rows that belong to posts, by their post. */
export function byPhoto<Row extends { photo_id: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.photo_id);
    if (group) group.push(row);
    else groups.set(row.photo_id, [row]);
  }
  return groups;
}
