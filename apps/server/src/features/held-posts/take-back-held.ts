import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { isOwnPosted, removeOwn } from '../holding/decision-queries.ts';
import { discardHeldPhoto } from '../photos/held-photo.ts';

/** The viewer takes back what waits, or puts away what was declined. What was posted meanwhile stays. */
export async function takeBackHeld({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('delete by member', viewer.id);
  if (!isId(id)) throw notFound('heldNotFound');
  await db.transaction(async (tx) => {
    const removed = await removeOwn(tx, viewer.id, id);
    if (!removed) throw (await isOwnPosted(tx, viewer.id, id)) ? new Refusal('conflict', 'heldPostedMeanwhile') : notFound('heldNotFound');
    if (removed.held_photo_id !== null) await discardHeldPhoto(tx, removed.held_photo_id);
  });
}
