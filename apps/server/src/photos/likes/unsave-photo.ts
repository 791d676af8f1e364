import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { requireSaved, type Saved } from './save-photo.ts';
import { removeSaved } from './saved-queries.ts';

export async function unsavePhoto(context: Context, viewer: Viewer, photoId: string): Promise<Saved> {
  await context.limits.spend('save by member', viewer.id);
  if (isId(photoId)) await removeSaved(context.db, viewer.id, photoId);
  return requireSaved(context, viewer, photoId);
}
