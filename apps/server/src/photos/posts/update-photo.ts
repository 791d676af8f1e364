import type * as calls from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { discardImages, saveImages, type StoredImage, storeImages } from '../../platform/images/store-image.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { changedMeanwhile, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { screen, spendAsMember } from '../../platform/screening/screen.ts';
import { setPhotoTags } from '../../platform/tags/set-tags.ts';
import { requireCategory } from '../save-category.ts';
import { type ImageSlot, requireComparable, requirePlanFor, requireRoom, slotsOf } from './image-slots.ts';
import { columnsOf, photoTexts } from './photo-fields.ts';
import { presentPhoto } from './present-photos.ts';
import {
  addPhotoImages,
  clearCameraData,
  endComparison,
  listPhotoImages,
  lockPhoto,
  type PhotoImageRow,
  removePhotoImages,
  setImageAlts,
  setPhoto,
} from './queries.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { cameraToKeep, mayEditPhoto, requireAudience } from './rules.ts';

export interface PhotoEdit {
  fields: z.output<typeof calls.updatePhoto.shape.body>;
  files: readonly { field: string; path: string }[];
}

/** Throws `not_found` for hidden and missing posts, and `not_owner` for others' visible posts. */
export async function requireOwnPhoto(context: Context, viewer: Viewer, photoId: string): Promise<{ id: string }> {
  const photo = await requireVisiblePhoto(context, viewer, photoId);
  if (!mayEditPhoto(viewer, photo.owner_id)) throw new Refusal('not_owner', 'photoOfOther');
  return photo;
}

/**
 * Edits the viewer's own post. Stores new images first. One transaction then locks the post, adds the new images and removes images
 * missing from `keep`. Throws `conflict` with the current post if the post was edited since `version`.
 */
export async function updatePhoto(context: Context, owner: Viewer, photoId: string, { fields, files }: PhotoEdit): Promise<void> {
  const categoryId = fields.category === undefined ? undefined : await requireCategory(context.db, fields.category);
  const listed = await screen(context, owner, photoTexts(fields));
  const slots = slotsOf(fields.keep, files);
  if (slots) requireRoom(owner, slots, fields.is_comparison);
  if (slots ?? fields.alt ?? fields.is_comparison) {
    const images = await listPhotoImages(context.db, photoId);
    if (slots && !areImagesOf(images, slots)) throw invalid({ keep: ['imageOfOtherPost'] });
    requireWordsFor((slots ?? images).length, fields.alt);
    requireComparable((slots ?? images).length, fields.is_comparison);
  }

  const storedImages = await storeNew(context, owner, slots ?? []);
  try {
    const isSaved = await context.db.transaction(async (tx) => {
      const before = await lockPhoto(tx, owner.id, photoId, fields.version);
      if (!before) return false;
      requireAudience(before.may_restrict, fields.audience, before.audience);
      if (fields.warning !== undefined && before.is_warned_by_organisers) throw invalid({ warning: ['warnedByOrganisers'] });
      const isEnding = before.is_comparison && fields.is_comparison === false;
      if (isEnding) requirePlanFor(owner, (slots ?? (await listPhotoImages(tx, photoId))).length);
      // Called even without new texts, because `setPhoto` raises the post's version.
      const texts = await setPhoto(tx, photoId, { ...columnsOf({ title: undefined, ...fields }), category_id: categoryId });
      if (fields.show_camera === false) await clearCameraData(tx, photoId);
      if (slots) await replaceImages(tx, photoId, slots, storedImages, fields);
      else if (fields.alt) await setImageAlts(tx, photoId, fields.alt);
      if (slots ?? fields.is_comparison) await endComparison(tx, photoId);
      if (texts && (fields.title ?? fields.description) !== undefined) await setPhotoTags(tx, texts);
      // The job screens a scheduled post when it publishes it.
      if (!before.is_scheduled) await reportAutomatically(tx, 'photo', [{ id: photoId, listed }]);
      // Others' notifications about the post may appear or disappear.
      if (fields.audience !== undefined && (fields.audience || null) !== before.audience) await hintRecipients(tx, 'photo', photoId);
      tx.hint('photo', photoId);
      return true;
    });
    if (!isSaved) throw await refusalOfEdit(context, owner, photoId, fields.version);
  } catch (error) {
    // The rows may be committed despite a lost connection, so their files must stay.
    if (error instanceof Refusal) await discardImages(storedImages);
    throw error;
  }
}

async function refusalOfEdit(context: Context, owner: Viewer, photoId: string, version: number | undefined): Promise<Refusal> {
  const { id } = await requireOwnPhoto(context, owner, photoId);
  return version === undefined ? notFound('photoNotFound') : changedMeanwhile(await presentPhoto(context, owner, id));
}

const areImagesOf = (images: readonly PhotoImageRow[], slots: readonly ImageSlot[]): boolean =>
  slots.every((slot) => !('keep' in slot) || images.some(({ image_id }) => image_id === slot.keep));

function requireWordsFor(images: number, alt: readonly unknown[] = []): void {
  if (alt.length > images) throw invalid({ alt: ['altWithoutImage'] });
}

async function storeNew(context: Context, owner: Viewer, slots: readonly ImageSlot[]): Promise<StoredImage[]> {
  const files = slots.flatMap((slot) => ('file' in slot ? [slot.file] : []));
  if (files.length === 0) return [];
  await spendAsMember(context, owner, 'upload by member');
  await context.limits.spend(owner.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', owner.id);
  return storeImages(context, files, { kind: 'photo', memberId: owner.id, field: 'images' });
}

async function replaceImages(
  tx: Statements,
  photoId: string,
  slots: readonly ImageSlot[],
  storedImages: readonly StoredImage[],
  { alt = [], camera = [], show_camera: isShown }: PhotoEdit['fields'],
): Promise<void> {
  const previous = await removePhotoImages(tx, photoId);
  if (!areImagesOf(previous, slots)) throw new Refusal('conflict', 'imagesChanged');
  const added = storedImages.values();
  const images = slots.map((slot, index) => {
    const existing = 'keep' in slot ? previous.find(({ image_id }) => image_id === slot.keep) : undefined;
    if (existing) return { ...existing, alt: alt[index] ?? existing.alt };
    const image = added.next().value!;
    return { image_id: image.id, alt: alt[index] ?? '', camera: cameraToKeep(isShown, image.camera, camera[index]) };
  });
  const keptIds = new Set(images.map(({ image_id }) => image_id));
  const droppedIds = previous.map(({ image_id }) => image_id).filter((id) => !keptIds.has(id));
  if (droppedIds.length > 0) await removeImages(tx, droppedIds);
  await saveImages(tx, storedImages);
  await addPhotoImages(tx, photoId, images);
}
