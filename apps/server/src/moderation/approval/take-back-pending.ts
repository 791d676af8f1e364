import { discardPendingPhoto } from '../../photos/posts/pending-photo.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { isOwnPosted, removeOwn } from '../../platform/screening/decision-queries.ts';

/** Withdraws a pending post or dismisses a declined one. A post that was published in the meantime stays. */
export async function takeBackPending({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('delete by member', viewer.id);
  if (!isId(id)) throw notFound('pendingNotFound');
  await db.transaction(async (tx) => {
    const removed = await removeOwn(tx, viewer.id, id);
    if (!removed)
      throw (await isOwnPosted(tx, viewer.id, id)) ? new Refusal('conflict', 'pendingPostedMeanwhile') : notFound('pendingNotFound');
    if (removed.pending_photo_id !== null) await discardPendingPhoto(tx, removed.pending_photo_id);
  });
}
