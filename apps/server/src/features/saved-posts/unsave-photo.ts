import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { removeSaved } from './queries.ts';
import { requireSaved, type Saved } from './save-photo.ts';

/** Takes a post out of what the viewer saved. Where it was not among it, nothing changes. */
export async function unsavePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Saved> {
  await context.limits.spend('save by member', viewer.id);
  if (isId(photoId)) await removeSaved(context.db, viewer.id, photoId);
  return requireSaved(context, viewer, photoId);
}
