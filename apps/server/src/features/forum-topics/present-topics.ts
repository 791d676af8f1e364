import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { findShownImages } from '../forum-images/show-images.ts';
import { listTopicRows } from './queries.ts';
import { viewListedTopic } from './views.ts';

/** Topics as they stand in a list, in its order. */
export async function presentTopics(context: Context, viewer: Viewer, ids: readonly string[]): Promise<ListedTopic[]> {
  if (ids.length === 0) return [];
  const rows = await listTopicRows(context.db, viewer.id, ids);
  const photos = await findShownImages(
    context,
    viewer,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, viewListedTopic(row, photos)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
