import type { TopicImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { listVisibleImages, type TopicImageRow, type VisibleImageRow } from './queries.ts';

export interface VisibleImage {
  image: Image;
  ownerId: string;
  /** Null for an upload. */
  photo: { id: string; title: string } | null;
}

/** Signed for the owner, the address also works if nobody else may see the image. */
const viewVisibleImage = (context: Context, viewer: Viewer, row: VisibleImageRow): VisibleImage => ({
  image: viewImage(context, row, row.is_public, row.owner_id === viewer.id),
  ownerId: row.owner_id,
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title },
});

export const viewTopicImage = (context: Context, viewer: Viewer, row: TopicImageRow): TopicImage => ({
  image: viewImage(context, row, row.is_public, row.author_id === viewer.id),
  author: viewAuthor(row),
  post: { id: row.post_id, number: row.number },
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title ?? '' },
});

export async function findVisibleImages(
  context: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisibleImage>> {
  const rows = ids.length === 0 ? [] : await listVisibleImages(context.db, viewer.id, ids);
  return new Map(rows.map((row) => [row.named_id, viewVisibleImage(context, viewer, row)]));
}
