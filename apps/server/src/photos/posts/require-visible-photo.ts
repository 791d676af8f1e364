import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { countListed, findPublishedId, findVisiblePhoto, type VisiblePhoto } from './queries.ts';

/** Throws the same `not_found` for hidden and missing posts. */
export async function requireVisiblePhoto(context: Context, viewer: Viewer, photoId: string): Promise<VisiblePhoto> {
  const photo = await find(context, viewer, photoId);
  if (!photo) throw notFound('photoNotFound');
  return photo;
}

/** Also accepts the id that a published post had while it was scheduled. */
export async function requirePhotoAt(context: Context, viewer: Viewer, photoId: string): Promise<VisiblePhoto> {
  const photo = await find(context, viewer, photoId);
  if (photo) return photo;
  const publishedId = isId(photoId) ? await findPublishedId(context.db, photoId) : undefined;
  return requireVisiblePhoto(context, viewer, publishedId ?? '');
}

const find = async ({ db }: Context, viewer: Viewer, photoId: string): Promise<VisiblePhoto | undefined> =>
  isId(photoId) ? findVisiblePhoto(db, viewer.id, photoId) : undefined;

export const areListed = async ({ db }: Context, viewerId: string | null, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 || (await countListed(db, viewerId, ids)) === ids.length;
