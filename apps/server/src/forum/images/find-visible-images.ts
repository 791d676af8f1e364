import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listVisibleImages } from './queries.ts';
import { type VisibleImage, viewVisibleImage } from './views.ts';

export async function findVisibleImages(
  context: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisibleImage>> {
  const rows = ids.length === 0 ? [] : await listVisibleImages(context.db, viewer.id, ids);
  return new Map(rows.map((row) => [row.named_id, viewVisibleImage(context, viewer, row)]));
}
