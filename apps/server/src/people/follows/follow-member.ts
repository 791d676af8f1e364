import { notify, withdrawFollowNotification } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { spendAsMember } from '../../platform/screening/screen.ts';
import { deleteFollow, deleteFollowsOf, findFollowable, insertFollow, lockMembers } from './queries.ts';

interface FollowState {
  is_following: boolean;
  followers_count: number;
}

/** Follows a member. Repeated and concurrent calls count and notify once. A private profile keeps its followers and refuses new ones. */
export async function followMember(context: Context, viewer: Viewer, memberId: string): Promise<FollowState> {
  if (memberId === viewer.id) throw cannotFollowSelf();
  await spendFollow(context, viewer);
  if (!isId(memberId)) throw notFound();
  return context.db.transaction(async (tx) => {
    await lockBothMembers(tx, viewer.id, memberId);
    const member = await findFollowable(tx, viewer.id, memberId);
    if (!member) throw notFound();
    if (!member.is_following) {
      if (!member.may_follow) throw new Refusal('profile_private', 'profileIsPrivate');
      await insertFollow(tx, viewer.id, memberId);
      await notify(tx, { type: 'follow', memberIds: [memberId], actorId: viewer.id, about: null });
      tx.hint('follow', viewer.id, memberId);
    }
    return { is_following: true, followers_count: member.followers_count + (member.is_following ? 0 : 1) };
  });
}

const cannotFollowSelf = (): Refusal => new Refusal('cannot_follow_self', 'cannotFollowSelf');

/** Following and unfollowing share a limit, because following again notifies again. */
async function spendFollow(context: Context, viewer: Viewer): Promise<void> {
  await spendAsMember(context, viewer, 'follow by member');
  await spendAsMember(context, viewer, 'follow by member, daily');
}

/** Unfollows a member. Succeeds for unknown members too. */
export async function unfollowMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) throw cannotFollowSelf();
  await spendFollow(context, viewer);
  if (isId(memberId)) await context.db.transaction((tx) => endFollow(tx, viewer.id, memberId));
}

/** Removes a follower of the viewer, if the member is one. */
export async function removeFollower(context: Context, viewer: Viewer, followerId: string): Promise<void> {
  await spendFollow(context, viewer);
  if (isId(followerId) && followerId !== viewer.id) await context.db.transaction((tx) => endFollow(tx, followerId, viewer.id));
}

/** Ends a follow, if it exists, and removes its notification. */
async function endFollow(tx: Statements, followerId: string, followedId: string): Promise<void> {
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

/**
 * Locks two members in the order of ids, like every change between two members. Needs its own statement: a statement that also reads would
 * see data from before its wait.
 */
export async function lockBothMembers(tx: Statements, memberId: string, otherId: string): Promise<void> {
  await lockMembers(tx, [memberId, otherId]);
}
