import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listShownImages } from './queries.ts';
import { type ShownImage, viewShownImage } from './views.ts';

export async function findShownImages(context: Context, viewer: Viewer, ids: readonly string[]): Promise<ReadonlyMap<string, ShownImage>> {
  const rows = ids.length === 0 ? [] : await listShownImages(context.db, viewer.id, ids);
  return new Map(rows.map((row) => [row.named_id, viewShownImage(context, viewer, row)]));
}
