import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { newSecretId } from '../ids.ts';
import { type Because, invalid, Refusal } from '../refusal.ts';
import { queueAvif } from './encode-avif.ts';
import { type EncodedImage, type ImageKind, ImagesBusy, UnreadableImage } from './images.ts';
import { addImages, type NewImage } from './queries.ts';
import { requireStorage } from './storage.ts';

export interface StoredImage extends NewImage, Pick<EncodedImage, 'received' | 'files' | 'removed' | 'camera'> {
  discard(): Promise<void>;
}

/**
 * Encodes a received file and stores it durably before any row refers to it. Write the row with `saveImages`.
 * Throws `validation` for `field`, or `overloaded`.
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
    // An unwritable store cannot be cleaned either; `sweepImages` deletes the files later.
    await Promise.allSettled([draft.discard(), store.remove(id)]);
    if (error instanceof ImagesBusy) throw new Refusal('overloaded', 'imagesBusy', { retryAfter: 5 });
    if (!(error instanceof UnreadableImage)) throw error;
    log.info({ reason: error.message }, 'an image was refused');
    const reason = reasonFor(error.why, kind);
    throw invalid({ [field]: [reason] }, reason);
  }
}

/** Like `storeImage`, for commands. Retries while members' uploads keep the encoder busy. */
export async function storeImageWhenFree(...image: Parameters<typeof storeImage>): Promise<StoredImage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await storeImage(...image);
    } catch (error) {
      if (tries >= 5 || !(error instanceof Refusal) || error.code !== 'overloaded') throw error;
      await setTimeout(2_000);
    }
  }
}

const webpBytesOf = ({ widths, files }: EncodedImage): number[] =>
  widths.map((width) => files.find((file) => file.format === 'webp' && file.width === width)?.bytes ?? 0);

export async function storeImages(
  context: Context,
  files: readonly { path: string }[],
  options: { kind: ImageKind; memberId: string | null; field: string },
): Promise<StoredImage[]> {
  const saved: StoredImage[] = [];
  try {
    for (const file of files) saved.push(await storeImage(context, file, options));
    return saved;
  } catch (error) {
    await discardImages(saved);
    throw error;
  }
}

export const discardImages = (images: readonly StoredImage[]): Promise<unknown> =>
  Promise.allSettled(images.map((image) => image.discard()));

/**
 * Inserts the rows of a member's images of one kind. The caller has locked the member's row and removes replaced images.
 * Throws `quota_exceeded`.
 */
export async function saveImages(tx: Statements, images: readonly NewImage[]): Promise<void> {
  await requireStorage(tx, images);
  await saveImagesOfMany(tx, images);
}

/** Inserts rows without a quota check, for demo data. Queues AVIF except for avatars and logos. */
export async function saveImagesOfMany(tx: Statements, images: readonly NewImage[]): Promise<void> {
  if (images.length === 0) return;
  await addImages(tx, images);
  const large = images.filter(({ kind }) => kind !== 'avatar' && kind !== 'logo');
  if (large.length > 0) await queueAvif(tx, large);
}

export const saveImage = (tx: Statements, image: NewImage): Promise<void> => saveImages(tx, [image]);

export function reasonFor(reason: UnreadableImage['why'], kind: ImageKind): Because {
  switch (reason) {
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
