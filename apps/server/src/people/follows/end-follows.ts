import { withdrawFollow } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { lockBothMembers } from './lock-both-members.ts';
import { removeFollow } from './queries.ts';

/** Ends a follow and removes its notification. Where there was none, nothing changes. */
export async function endFollow(tx: Statements, followerId: string, followedId: string): Promise<void> {
  await lockBothMembers(tx, followerId, followedId);
  if ((await removeFollow(tx, followerId, followedId)) === 0) return;
  await withdrawFollow(tx, { memberId: followedId, actorId: followerId });
  tx.hint('follow', followerId, followedId);
}

/** Ends whatever follows there are between two members. */
export async function endFollows(tx: Statements, one: string, other: string): Promise<void> {
  await endFollow(tx, one, other);
  await endFollow(tx, other, one);
}
