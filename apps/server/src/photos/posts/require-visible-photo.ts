import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findVisiblePhoto, type VisiblePhoto, countListed } from './queries.ts';

/** Throws the same `not_found` for hidden and missing posts. */
export async function requireVisiblePhoto({ db }: Context, viewer: Viewer, photoId: string): Promise<VisiblePhoto> {
  const photo = isId(photoId) ? await findVisiblePhoto(db, viewer.id, photoId) : undefined;
  if (!photo) throw notFound('photoNotFound');
  return photo;
}

export const areListed = async ({ db }: Context, viewerId: string | null, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 || (await countListed(db, viewerId, ids)) === ids.length;
