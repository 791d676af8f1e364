import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { idParams } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { tagName } from '../platform/tags.ts';
import { category } from './categories.ts';

// Tags and categories that the viewer follows. Nobody else sees them.

const isFollowing = { is_following: z.boolean() };
const followed = z.object({ message: z.string(), data: z.object(isFollowing) });
const tagParams = z.object({ tag: tagName });

export const followTag = endpoint('followTag', {
  method: 'POST',
  path: '/tags/{tag}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Follow a tag, up to 200.',
  refuses: ['not_found', 'conflict'],
  shape: { params: tagParams, answer: followed },
});

export const unfollowTag = endpoint('unfollowTag', {
  method: 'DELETE',
  path: '/tags/{tag}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Unfollow a tag. Always succeeds, also if no post uses the tag any more.',
  shape: { params: tagParams, answer: followed },
});

export const followCategory = endpoint('followCategory', {
  method: 'POST',
  path: '/categories/{id}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Follow a photo category.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: followed },
});

export const unfollowCategory = endpoint('unfollowCategory', {
  method: 'DELETE',
  path: '/categories/{id}/follow',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Unfollow a photo category. Always succeeds.',
  shape: { params: idParams, answer: followed },
});

export const listFollowedSubjects = endpoint('listFollowedSubjects', {
  method: 'GET',
  path: '/me/followed-subjects',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the tags and categories that the viewer follows: tags in alphabetical order, categories in their own order.',
  shape: {
    answer: z.object({
      data: z.object({
        tags: z.array(z.object({ tag: z.string(), ...isFollowing })).max(limits.followedTags),
        categories: z.array(category.extend(isFollowing)),
      }),
    }),
  },
});
