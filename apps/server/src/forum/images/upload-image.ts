import type { Image, ImageReceipt } from '@mbari/contract/photos/posts';
import { viewReceipt } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { saveImage, storeImage } from '../../platform/images/store-image.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireSameRequest, type SendKey } from '../../platform/send-key.ts';
import { findVisibleImages } from './find-visible-images.ts';
import { insertUpload, findUploadByKey, lockUploader, deleteUploadsOf } from './queries.ts';

interface ImageToUpload {
  file: { path: string };
  alt: string;
  key: SendKey | null;
}

export interface UploadResult {
  image: Image;
  /** Null for a repeated request. */
  receipt: ImageReceipt | null;
}

/** Stores the files durably, then the rows. */
export async function uploadImage(context: Context, viewer: Viewer, { file, alt, key }: ImageToUpload): Promise<UploadResult> {
  await context.limits.spend(viewer.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', viewer.id);
  const image = await storeImage(context, file, { kind: 'forum', memberId: viewer.id, field: 'image' });
  const insertRows = async (tx: Statements): Promise<boolean> => {
    if (!(await lockUploader(tx, viewer.id))) throw unauthenticated();
    if (key !== null && (await findUploadByKey(tx, viewer.id, key.value))) return false;
    await saveImage(tx, image);
    await insertUpload(tx, { image_id: image.id, member_id: viewer.id, alt, upload_key: key?.value, upload_digest: key?.digest });
    return true;
  };
  const isAdded = await context.db.transaction(insertRows).catch(async (error: unknown) => {
    // After other errors, such as a lost connection, the transaction may have committed, so the files stay.
    if (error instanceof Refusal) await image.discard();
    throw error;
  });
  if (isAdded) return { image: await requireUploadedImage(context, viewer, image.id), receipt: viewReceipt(image) };
  await image.discard();
  const earlierUpload = key === null ? null : await findEarlierUpload(context, viewer, key);
  if (earlierUpload === null) throw new Refusal('conflict', 'imageSentTwice');
  return earlierUpload;
}

export async function findEarlierUpload(context: Context, viewer: Viewer, key: SendKey): Promise<UploadResult | null> {
  const earlierUpload = await findUploadByKey(context.db, viewer.id, key.value);
  if (earlierUpload) requireSameRequest(key, earlierUpload.upload_digest);
  return earlierUpload ? { image: await requireUploadedImage(context, viewer, earlierUpload.image_id), receipt: null } : null;
}

export const eraseUploads = (db: Statements, memberId: string): Promise<number> => deleteUploadsOf(db, memberId);

async function requireUploadedImage(context: Context, viewer: Viewer, imageId: string): Promise<Image> {
  const visibleImage = (await findVisibleImages(context, viewer, [imageId])).get(imageId);
  if (!visibleImage) throw new Refusal('conflict', 'imageTakenAway');
  return visibleImage.image;
}
