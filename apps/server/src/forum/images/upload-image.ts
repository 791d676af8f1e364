import type { Image, ImageReceipt } from '@mbari/contract/photos/posts';
import { viewReceipt } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { saveImage, storeImage } from '../../platform/media/store-image.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireSameRequest, type SendKey } from '../../platform/send-key.ts';
import { addUpload, findUploadByKey, lockUploader } from './queries.ts';
import { findShownImages } from './show-images.ts';

interface ImageToUpload {
  file: { path: string };
  alt: string;
  key: SendKey | null;
}

export interface Uploaded {
  image: Image;
  /** Null for a repeated request. */
  receipt: ImageReceipt | null;
}

/** Stores the files durably, then the rows. */
export async function uploadImage(context: Context, viewer: Viewer, { file, alt, key }: ImageToUpload): Promise<Uploaded> {
  await context.limits.spend(viewer.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', viewer.id);
  const stored = await storeImage(context, file, { kind: 'forum', memberId: viewer.id, field: 'image' });
  const write = async (tx: Statements): Promise<boolean> => {
    if (!(await lockUploader(tx, viewer.id))) throw unauthenticated();
    if (key !== null && (await findUploadByKey(tx, viewer.id, key.value))) return false;
    await saveImage(tx, stored);
    await addUpload(tx, { imageId: stored.id, memberId: viewer.id, alt, key });
    return true;
  };
  const added = await context.db.transaction(write).catch(async (error: unknown) => {
    // Other errors, such as a lost connection, may follow a commit. Then the files must stay.
    if (error instanceof Refusal) await stored.discard();
    throw error;
  });
  if (added) return { image: await requireUpload(context, viewer, stored.id), receipt: viewReceipt(stored) };
  await stored.discard();
  const before = key === null ? null : await findUploadedBefore(context, viewer, key);
  if (before === null) throw new Refusal('conflict', 'imageSentTwice');
  return before;
}

export async function findUploadedBefore(context: Context, viewer: Viewer, key: SendKey): Promise<Uploaded | null> {
  const before = await findUploadByKey(context.db, viewer.id, key.value);
  if (before) requireSameRequest(key, before.upload_digest);
  return before ? { image: await requireUpload(context, viewer, before.image_id), receipt: null } : null;
}

async function requireUpload(context: Context, viewer: Viewer, imageId: string): Promise<Image> {
  const shown = (await findShownImages(context, viewer, [imageId])).get(imageId);
  if (!shown) throw new Refusal('conflict', 'imageTakenAway');
  return shown.image;
}
