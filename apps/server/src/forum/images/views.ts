import type { TopicImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { ImageRow, VisibleImageRow, TopicImageRow } from './queries.ts';

export interface VisibleImage {
  image: Image;
  ownerId: string;
  /** Null for an upload. */
  photo: { id: string; title: string } | null;
}

export const viewVisibleImage = (context: Context, viewer: Viewer, row: VisibleImageRow): VisibleImage => ({
  image: row.photo_id === null ? viewUpload(context, row, row.owner_id === viewer.id) : viewImage(context, row, row.is_public),
  ownerId: row.owner_id,
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title },
});

/** Only members read uploads, so the URLs are signed. The owner's URL also works when no post shows the upload. */
export const viewUpload = (context: Context, row: ImageRow, isOwner: boolean): Image => viewImage(context, row, false, isOwner);

export const viewTopicImage = (context: Context, viewer: Viewer, row: TopicImageRow): TopicImage => ({
  image: row.photo_id === null ? viewUpload(context, row, row.author_id === viewer.id) : viewImage(context, row, row.is_public),
  author: viewAuthor(row),
  post: { id: row.post_id, number: row.number },
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title ?? '' },
});
