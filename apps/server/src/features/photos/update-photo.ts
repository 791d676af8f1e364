import * as sentences from '@mbari/contract/sentences';
import type { editingShapes } from '@mbari/contract/shapes/editing';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import { addPictures, discardPictures, type KeptPicture, keepPictures } from '../media/keep-picture.ts';
import { removePictures } from '../media/remove-pictures.ts';
import { type Place, placesOf, requireRoom } from './image-places.ts';
import { addPhotoImages, holdPhoto, listPhotoImages, type PhotoImageRow, removePhotoImages, setImageAlts, setPhoto } from './queries.ts';
import { requireCategory } from './require-category.ts';
import { requireVisiblePhoto } from './require-visible-photo.ts';
import { mayEditPhoto } from './rules.ts';

export interface PhotoEdit {
  fields: z.output<typeof editingShapes.updatePhoto.body>;
  /** Received files; `field` says at which place, as in `images[1]`. */
  files: readonly { field: string; path: string }[];
}

/** A post that the viewer may change. Hidden and missing are refused alike; one that is only another's says so. */
export async function requireOwnPhoto(context: Context, viewer: Viewer, photoId: string): Promise<{ id: string }> {
  const photo = await requireVisiblePhoto(context, viewer, photoId);
  if (!mayEditPhoto(viewer, photo.owner_id)) throw new Refusal('not_owner', 'Only whoever posted a photo may change it.');
  return photo;
}

/**
 * Changes a post of the viewer's own, all that was sent or nothing. New pictures are kept durably first; then one transaction, which
 * holds the post, puts them in place and lets go of those that were not named. Of two edits at once the later one stands.
 */
export async function updatePhoto(context: Context, owner: Viewer, photoId: string, { fields, files }: PhotoEdit): Promise<void> {
  const categoryId = fields.category === undefined ? undefined : await requireCategory(context, fields.category);
  const places = placesOf(fields.keep, files);
  if (places) requireRoom(owner, places);
  if (places ?? fields.alt) {
    const images = await listPhotoImages(context.db, photoId);
    if (places && !areImagesOf(images, places)) throw invalid({ keep: ['Only images of the post can be kept.'] });
    requireWordsFor((places ?? images).length, fields.alt);
  }

  const pictures = await keepNew(context, owner, places ?? []);
  try {
    await context.db.transaction(async (tx) => {
      if (!(await holdPhoto(tx, owner.id, photoId))) throw notFound(sentences.photoNotFound);
      // Written in any case: whoever knows the post by its version is to see that something about it changed.
      await setPhoto(tx, photoId, { title: fields.title, description: fields.description, category_id: categoryId });
      if (places) await replaceImages(tx, photoId, places, pictures, fields.alt ?? []);
      else if (fields.alt) await setImageAlts(tx, photoId, fields.alt);
    });
  } catch (error) {
    // After a lost connection the rows may be there: then their files must be too. What is nobody's is swept.
    if (error instanceof Refusal) await discardPictures(pictures);
    throw error;
  }
}

const areImagesOf = (images: readonly PhotoImageRow[], places: readonly Place[]): boolean =>
  places.every((place) => !('keep' in place) || images.some(({ image_id }) => image_id === place.keep));

function requireWordsFor(images: number, alt: readonly unknown[] = []): void {
  if (alt.length > images) throw invalid({ alt: ['There is no image at the place of that alternative text.'] });
}

async function keepNew(context: Context, owner: Viewer, places: readonly Place[]): Promise<KeptPicture[]> {
  const files = places.flatMap((place) => ('file' in place ? [place.file] : []));
  if (files.length === 0) return [];
  await context.limits.spend('upload by member', owner.id);
  await context.limits.spend(owner.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', owner.id);
  return keepPictures(context, files, { kind: 'photo', memberId: owner.id, field: 'images' });
}

async function replaceImages(
  tx: Statements,
  photoId: string,
  places: readonly Place[],
  pictures: readonly KeptPicture[],
  alt: readonly (string | undefined)[],
): Promise<void> {
  const before = await removePhotoImages(tx, photoId);
  if (!areImagesOf(before, places)) throw new Refusal('conflict', 'The images of this post were changed meanwhile.');
  const added = pictures.values();
  const images = places.map((place, index) => {
    const known = 'keep' in place ? before.find(({ image_id }) => image_id === place.keep) : undefined;
    return { id: known?.image_id ?? added.next().value!.id, alt: alt[index] ?? known?.alt ?? '' };
  });
  const kept = new Set(images.map(({ id }) => id));
  const letGo = before.map(({ image_id }) => image_id).filter((id) => !kept.has(id));
  if (letGo.length > 0) await removePictures(tx, letGo);
  await addPictures(tx, pictures);
  await addPhotoImages(tx, photoId, images);
}
