import * as follows from '@mbari/contract/people/follows';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { followMember, listFollows, removeFollower, unfollowMember } from './follow-member.ts';

export const followRoutes = [
  route(follows.followMember, async ({ context, member, params }) => {
    const data = await followMember(context, member, params.id);
    return { message: answers.following, data };
  }),
  route(follows.unfollowMember, async ({ context, member, params }) => {
    await unfollowMember(context, member, params.id);
    return { message: answers.notFollowing, data: { is_following: false as const } };
  }),
  route(follows.removeFollower, async ({ context, member, params }) => {
    await removeFollower(context, member, params.id);
    return { message: answers.followerRemoved };
  }),
  route(follows.listFollowers, ({ context, member, params, query }) =>
    listFollows(context, member, { ownerId: params.id, kind: 'followers' }, query),
  ),
  route(follows.listFollowing, ({ context, member, params, query }) =>
    listFollows(context, member, { ownerId: params.id, kind: 'following' }, query),
  ),
];
