import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { restorePhotoOf } from './delete-photo.ts';
import { removePhotoImages, setPendingDeleted } from './queries.ts';

/** Publishes a post that an organiser approved. */
export async function postPendingPhoto(tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<void> {
  await restorePhotoOf(tx, organiser, photoId);
  tx.hint('feed', photoId);
}

/** Deletes a withdrawn or declined post and its images. */
export async function discardPendingPhoto(tx: Statements, photoId: string): Promise<void> {
  if ((await setPendingDeleted(tx, photoId)) === 0) return;
  const images = await removePhotoImages(tx, photoId);
  await removeImages(
    tx,
    images.map(({ image_id }) => image_id),
  );
}
