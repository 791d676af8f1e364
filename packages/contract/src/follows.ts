import { callsOf } from './endpoint.ts';
import type { followShapes } from './shapes/follows.ts';

const call = callsOf<typeof followShapes>();

export const followMember = call('followMember', {
  method: 'POST',
  path: '/users/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a member. Following again counts as success, and once.',
  refuses: ['not_found', 'profile_private', 'cannot_follow_self'],
});
export const unfollowMember = call('unfollowMember', {
  method: 'DELETE',
  path: '/users/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a member no more. It always succeeds, whoever they are.',
  refuses: ['cannot_follow_self'],
});
export const removeFollower = call('removeFollower', {
  method: 'DELETE',
  path: '/me/followers/{id}',
  access: 'onboarded',
  summary: 'Take somebody out of one’s own followers. They are not told.',
});
export const listFollowers = call('listFollowers', {
  method: 'GET',
  path: '/users/{id}/followers',
  access: 'onboarded',
  summary: 'Who follows a member, newest first.',
  refuses: ['not_found', 'profile_private'],
});
export const listFollowing = call('listFollowing', {
  method: 'GET',
  path: '/users/{id}/following',
  access: 'onboarded',
  summary: 'Whom a member follows, newest first.',
  refuses: ['not_found', 'profile_private'],
});
