import type { Photo } from '@mbari/contract/shapes/photos';
import { listNamedIn } from '../../notifications/mentions/list-named-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentPhoto } from './present-photos.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { viewUnderReview, viewWithFollow } from './views.ts';

/** The post at an address, with who is named in its description and whether the viewer follows whoever made it. Refused like a missing one where they may not open it. */
export async function openPhoto(context: Context, viewer: Viewer, photoId: string): Promise<Photo> {
  const found = await requireVisiblePhoto(context, viewer, photoId);
  const photo = viewWithFollow(await presentPhoto(context, viewer, found.id), found);
  photo.mentions = await listNamedIn(context.db, viewer.id, photo.description ?? '');
  return found.reaches_viewer ? photo : viewUnderReview(photo);
}
