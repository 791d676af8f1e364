import type { MemberCard } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { notify, withdrawFollowNotification } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batch.ts';
import type { Statements } from '../../platform/db/database.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { spendAsMember } from '../../platform/screening/screen.ts';
import { presentMemberCards } from '../member-cards.ts';
import {
  deleteFollow,
  deleteFollowsOf,
  findFollowable,
  findOwner,
  insertFollow,
  listFollowerRows,
  listFollowingRows,
  lockMembers,
} from './queries.ts';

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

/** Lists followers or followed members, newest first. Only the owner sees the lists of a private profile. */
export async function listFollows(
  context: Context,
  viewer: Viewer,
  { ownerId, kind }: { ownerId: string; kind: 'followers' | 'following' },
  paging: Paging,
): Promise<{ data: MemberCard[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionInTime(cursor);
  const { db } = context;
  const owner = isId(ownerId) ? await findOwner(db, viewer.id, ownerId) : undefined;
  if (!owner) throw notFound();
  if (!owner.is_open) throw new Refusal('profile_private', 'profileIsPrivate');
  const [total, list] = kind === 'followers' ? [owner.followers_total, listFollowerRows] : [owner.following_total, listFollowingRows];
  const rows = offset >= total ? [] : await list(db, viewer.id, ownerId, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: await presentMemberCards(context, viewer, shown), meta };
}
