import { type EncodedImage, type ImageKind, ImagesBusy, UnreadableImage } from '../adapters/images.ts';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { newSecretId } from '../ids.ts';
import { type Because, invalid, Refusal } from '../refusal.ts';
import { addImages, type NewImage } from './queries.ts';
import { queueAvif } from './queue-avif.ts';
import { requireStorage } from './storage.ts';

export interface StoredImage extends NewImage, Pick<EncodedImage, 'received' | 'files' | 'removed' | 'camera'> {
  /** Takes the files away again, where no row came to own them. */
  discard(): Promise<void>;
}

/**
 * Encodes a received file and keeps the result, durably, before any row speaks of it. Write the row with `saveImages` inside the
 * transaction of what shows it. Throws `validation` naming `field` or `overloaded`.
 */
export async function storeImage(
  { images, store, log }: Context,
  file: { path: string },
  { kind, memberId, field }: { kind: ImageKind; memberId: string | null; field: string },
): Promise<StoredImage> {
  const id = newSecretId();
  const draft = await store.draft();
  try {
    const encoded = await images.encode({ file: file.path, folder: draft.folder, kind });
    await store.keep(id, draft.folder);
    return { id, member_id: memberId, kind, ...encoded, webp_bytes: webpBytesOf(encoded), discard: () => store.remove(id) };
  } catch (error) {
    // A store that cannot be written cannot be cleared either; what is left is swept.
    await Promise.allSettled([draft.discard(), store.remove(id)]);
    if (error instanceof ImagesBusy) throw new Refusal('overloaded', 'imagesBusy', { retryAfter: 5 });
    if (!(error instanceof UnreadableImage)) throw error;
    log.info({ reason: error.message }, 'a picture was refused');
    const why = reasonFor(error.why, kind);
    throw invalid({ [field]: [why] }, why);
  }
}

const webpBytesOf = ({ widths, files }: EncodedImage): number[] =>
  widths.map((width) => files.find((file) => file.format === 'webp' && file.width === width)?.bytes ?? 0);

/** Keeps all of them, in their order, or none. */
export async function storeImages(
  context: Context,
  files: readonly { path: string }[],
  what: { kind: ImageKind; memberId: string | null; field: string },
): Promise<StoredImage[]> {
  const kept: StoredImage[] = [];
  try {
    for (const file of files) kept.push(await storeImage(context, file, what));
    return kept;
  } catch (error) {
    await discardImages(kept);
    throw error;
  }
}

/** Takes the files of images away again that no row came to own. What cannot be taken now is swept. */
export const discardImages = (images: readonly StoredImage[]): Promise<unknown> =>
  Promise.allSettled(images.map((image) => image.discard()));

/**
 * The rows of a member's kept images, of one kind, in the transaction of the post or profile that shows them. It has locked the
 * member's row, and remove what they replace. Throws `quota_exceeded`.
 */
export async function saveImages(tx: Statements, images: readonly NewImage[]): Promise<void> {
  await requireStorage(tx, images);
  await saveImagesOfMany(tx, images);
}

/** Of many members at once, however much they have: for the demo. Large ones get their AVIF when the machine is idle. */
export async function saveImagesOfMany(tx: Statements, images: readonly NewImage[]): Promise<void> {
  if (images.length === 0) return;
  await addImages(tx, images);
  const large = images.filter(({ kind }) => kind !== 'avatar' && kind !== 'logo');
  if (large.length > 0) await queueAvif(tx, large);
}

export const saveImage = (tx: Statements, image: NewImage): Promise<void> => saveImages(tx, [image]);

function reasonFor(why: UnreadableImage['why'], kind: ImageKind): Because {
  switch (why) {
    case 'heic':
      return 'imageIsHeic';
    case 'too many pixels':
      return 'imageTooManyPixels';
    case 'too small':
      return 'imageTooSmall';
    case 'too hard':
      return 'imageTooHard';
    case 'incomplete':
      return 'imageIncomplete';
    case 'damaged':
      return 'imageDamaged';
    case 'unsupported':
      return 'imageUnsupported';
    case 'not an image':
      return kind === 'avatar' || kind === 'cover' || kind === 'logo' ? 'avatarNotImage' : 'notImages';
  }
}
