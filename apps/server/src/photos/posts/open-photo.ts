import type { Photo } from '@mbari/contract/shapes/photos';
import { listNamedIn } from '../../notifications/mentions/mentions.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentPhoto } from './present-photos.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { viewUnderReview, viewWithFollow } from './views.ts';

/** Returns a post with mentioned members and the viewer's follow of the author. Throws `not_found` if the viewer may not open it. */
export async function openPhoto(context: Context, viewer: Viewer, photoId: string): Promise<Photo> {
  const found = await requireVisiblePhoto(context, viewer, photoId);
  const photo = viewWithFollow(await presentPhoto(context, viewer, found.id), found);
  photo.mentions = await listNamedIn(context.db, viewer.id, photo.description ?? '');
  return found.reaches_viewer ? photo : viewUnderReview(photo);
}
