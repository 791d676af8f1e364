import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { idParams, listMeta, message, paging } from '../platform/fields.ts';
import { memberCard } from './directory.ts';

/** `followers_count` excludes members hidden from the viewer. */
const followed = z.object({ message: z.string(), data: z.object({ is_following: z.boolean(), followers_count: z.number().int() }) });

const members = z.object({ data: z.array(memberCard), meta: listMeta });

export const followMember = endpoint('followMember', {
  method: 'POST',
  path: '/users/{id}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Follow a member. A repeated follow counts once.',
  refuses: ['not_found', 'profile_private', 'cannot_follow_self'],
  shape: { params: idParams, answer: followed },
});

export const unfollowMember = endpoint('unfollowMember', {
  method: 'DELETE',
  path: '/users/{id}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Unfollow a member. Always succeeds.',
  refuses: ['cannot_follow_self'],
  /** `is_following` is always false, even if the viewer cannot see the member. */
  shape: { params: idParams, answer: z.object({ message: z.string(), data: z.object({ is_following: z.literal(false) }) }) },
});

export const removeFollower = endpoint('removeFollower', {
  method: 'DELETE',
  path: '/me/followers/{id}',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Remove a follower. They are not told.',
  shape: { params: idParams, answer: message },
});

export const listFollowers = endpoint('listFollowers', {
  method: 'GET',
  path: '/users/{id}/followers',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the followers of a member, newest first.',
  refuses: ['not_found', 'profile_private'],
  shape: { params: idParams, query: z.object({ ...paging }), answer: members },
});

export const listFollowing = endpoint('listFollowing', {
  method: 'GET',
  path: '/users/{id}/following',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the members that a member follows, newest first.',
  refuses: ['not_found', 'profile_private'],
  shape: { params: idParams, query: z.object({ ...paging }), answer: members },
});
