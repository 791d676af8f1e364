import type { Statements } from '../../platform/db/database.ts';
import { listPhotosIn, setCategoryOfPhotos } from './category-queries.ts';

/** Moves up to 200 posts, without marking them as edited. Returns their number. */
export async function movePhotos(db: Statements, from: string, to: string | null): Promise<number> {
  const photos = await listPhotosIn(db, from);
  const [ids, memberIds] = [photos.map(({ id }) => id), [...new Set(photos.map(({ member_id }) => member_id))]];
  if (photos.length > 0) await setCategoryOfPhotos(db, { ids, memberIds, from, to });
  return photos.length;
}
