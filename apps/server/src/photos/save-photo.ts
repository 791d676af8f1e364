import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import { addSaved, findSaved, removeSaved } from './like-queries.ts';

export interface Saved {
  is_saved: boolean;
}

/** Saves a post for the viewer alone. Nobody is notified. */
export async function savePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Saved> {
  await context.limits.spend('save by member', viewer.id);
  if (isId(photoId)) await addSaved(context.db, viewer.id, photoId);
  return requireSaved(context, viewer, photoId);
}

async function requireSaved({ db }: Context, viewer: Viewer, photoId: string): Promise<Saved> {
  const saved = isId(photoId) ? await findSaved(db, viewer.id, photoId) : undefined;
  if (!saved) throw notFound('photoNotFound');
  return saved;
}

export async function unsavePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Saved> {
  await context.limits.spend('save by member', viewer.id);
  if (isId(photoId)) await removeSaved(context.db, viewer.id, photoId);
  return requireSaved(context, viewer, photoId);
}
