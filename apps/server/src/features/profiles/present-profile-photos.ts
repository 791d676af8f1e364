import type { ProfilePhoto } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { findCategories } from '../categories/find-category.ts';
import { presentPhotos, presentPhotosReadOnly } from '../photos/present-photos.ts';
import { mayAct } from './rules.ts';

/** Posts as a profile shows them: with their category whole. */
export async function presentProfilePhotos(context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<ProfilePhoto[]> {
  const photos = mayAct(viewer) ? await presentPhotos(context, viewer, ids) : await presentPhotosReadOnly(context, viewer, ids);
  const names = [...new Set(photos.flatMap(({ category }) => category ?? []))];
  const categories = await findCategories(context.db, names);
  const byName = new Map(names.map((name, index) => [name, categories[index]]));
  return photos.map((photo) => ({ ...photo, category: byName.get(photo.category ?? '') ?? null }));
}
