import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { endFollow } from './end-follows.ts';
import { cannotFollowSelf, spendFollow } from './follow-member.ts';

/** Follows a member no more. It tells nothing of them, whether they are there or ever were. */
export async function unfollowMember(context: Context, viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) throw cannotFollowSelf();
  await spendFollow(context, viewer);
  if (isId(memberId)) await context.db.transaction((tx) => endFollow(tx, viewer.id, memberId));
}

/** Takes somebody out of the viewer's followers. Where they follow not, nothing changes. */
export async function removeFollower(context: Context, viewer: Viewer, followerId: string): Promise<void> {
  await spendFollow(context, viewer);
  if (isId(followerId) && followerId !== viewer.id) await context.db.transaction((tx) => endFollow(tx, followerId, viewer.id));
}
