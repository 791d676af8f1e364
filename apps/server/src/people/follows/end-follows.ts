import { withdrawFollowNotification } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { lockBothMembers } from './lock-both-members.ts';
import { deleteFollow, deleteFollowsOf } from './queries.ts';

/** Ends a follow, if it exists, and removes its notification. */
export async function endFollow(tx: Statements, followerId: string, followedId: string): Promise<void> {
  await lockBothMembers(tx, followerId, followedId);
  if ((await deleteFollow(tx, followerId, followedId)) === 0) return;
  await withdrawFollowNotification(tx, { memberId: followedId, actorId: followerId });
  tx.hint('follow', followerId, followedId);
}

/** Ends the follows between two members, in both directions. */
export async function endFollowsBetween(tx: Statements, memberId: string, otherId: string): Promise<void> {
  await endFollow(tx, memberId, otherId);
  await endFollow(tx, otherId, memberId);
}

/** Erases the follows of a closed account, in both directions. */
export const eraseFollows = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => deleteFollowsOf(db, memberId));
