import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { endFollow } from './end-follows.ts';
import { cannotFollowSelf, spendFollow } from './follow-member.ts';

/** The answer is the same if there is no such member. */
export async function unfollowMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) throw cannotFollowSelf();
  await spendFollow(context, viewer);
  if (isId(memberId)) await context.db.transaction((tx) => endFollow(tx, viewer.id, memberId));
}

/** Removes a follower of the viewer. No effect without one. */
export async function removeFollower(context: Context, viewer: Viewer, followerId: string): Promise<void> {
  await spendFollow(context, viewer);
  if (isId(followerId) && followerId !== viewer.id) await context.db.transaction((tx) => endFollow(tx, followerId, viewer.id));
}
