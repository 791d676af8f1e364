import type { ListedTopic } from '@mbari/contract/forum/topics';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findVisibleImages } from '../images/views.ts';
import { listTopicRows } from './queries.ts';
import { viewListedTopic, viewTopicPhoto } from './views.ts';

/** Keeps the order of `ids`. */
export const presentTopics = async (context: Context, viewer: Viewer, ids: readonly string[]): Promise<ListedTopic[]> =>
  (await presentWithPhotoIds(context, viewer, ids)).map(({ topic }) => topic);

export interface PresentedTopic {
  topic: ListedTopic;
  /** Set even if the photo is hidden from the viewer. */
  photoId: string | null;
}

export async function presentWithPhotoIds(context: Context, viewer: Viewer, ids: readonly string[]): Promise<PresentedTopic[]> {
  if (ids.length === 0) return [];
  const rows = await listTopicRows(context.db, viewer.id, ids);
  const photos = await findVisibleImages(
    context,
    viewer,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, { topic: viewListedTopic(row, photos), photoId: row.photo_id }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findTopicPhotos(
  context: Context,
  viewer: Viewer,
  photoIds: readonly string[],
): Promise<(photoId: string) => ListedTopic['photo']> {
  const photos = await findVisibleImages(context, viewer, photoIds);
  return (photoId) => viewTopicPhoto(photoId, photos);
}
