import { hintRecipients } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';

/** Hides a post for an organiser and returns the owner's id. Its images are kept. */
export const removePhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<string> =>
  ofAnother(tx, organiser, photoId, queries.setPhotoRemoved);

export const restorePhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<string> =>
  ofAnother(tx, organiser, photoId, queries.setPhotoRestored);

async function ofAnother(
  tx: Statements,
  { id }: Pick<Viewer, 'id'>,
  photoId: string,
  change: typeof queries.setPhotoRemoved,
): Promise<string> {
  const changed = isId(photoId) ? await change(tx, id, photoId) : undefined;
  if (!changed && isId(photoId) && (await queries.isOwnPhoto(tx, id, photoId))) throw new Refusal('own_content', 'cannotModerateOwn');
  if (!changed) throw notFound('photoNotFound');
  await hintRecipients(tx, 'photo', photoId);
  tx.hint('photo', photoId);
  return changed.owner_id;
}
