import type { ProfilePhoto } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos, presentPhotosToLook } from '../photos/present-photos.ts';
import { listCategoriesByName } from './queries.ts';
import { mayAct } from './rules.ts';

/** Posts as they stand on a profile: with their category whole. */
export async function presentProfilePhotos(context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<ProfilePhoto[]> {
  const photos = mayAct(viewer) ? await presentPhotos(context, viewer, ids) : await presentPhotosToLook(context, viewer, ids);
  const names = [...new Set(photos.flatMap(({ category }) => category ?? []))];
  const categories = names.length === 0 ? [] : await listCategoriesByName(context.db, names);
  const byName = new Map(categories.map((category) => [category.name, category]));
  return photos.map((photo) => ({ ...photo, category: byName.get(photo.category ?? '') ?? null }));
}
