import type { Image } from '@mbari/contract/photos/posts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findVisibleImages } from './find-visible-images.ts';
import { deleteUploadsOf } from './queries.ts';

export const eraseUploads = (db: Statements, memberId: string): Promise<number> => deleteUploadsOf(db, memberId);

export async function requireUploadedImage(context: Context, viewer: Viewer, imageId: string): Promise<Image> {
  const visibleImage = (await findVisibleImages(context, viewer, [imageId])).get(imageId);
  if (!visibleImage) throw new Refusal('conflict', 'imageTakenAway');
  return visibleImage.image;
}
