import type { TopicImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { VisibleImageRow, TopicImageRow } from './queries.ts';

export interface VisibleImage {
  image: Image;
  ownerId: string;
  /** Null for an upload. */
  photo: { id: string; title: string } | null;
}

/** Signed for the owner, the address also works if nobody else may see the image. */
export const viewVisibleImage = (context: Context, viewer: Viewer, row: VisibleImageRow): VisibleImage => ({
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
