import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, idParams, message } from '../platform/fields.ts';

export const followTopic = endpoint('followTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/follow',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Follow a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unfollowTopic = endpoint('unfollowTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/follow',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Unfollow a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const muteTopic = endpoint('muteTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/mute',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Mute a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unmuteTopic = endpoint('unmuteTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/mute',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Unmute a topic.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const readTopicUpTo = endpoint('readTopicUpTo', {
  method: 'POST',
  path: '/forum/topics/{id}/read',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  summary: 'Record the last read post of a topic. It never moves back.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({
      number: z
        .int(because('notWholeNumber', { field: 'number' }))
        .min(1, because('numberTooSmall', { field: 'number', least: 1 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'number' })),
    }),
    answer: z.object({ message: z.string(), data: z.object({ unread_posts_count: z.number().int() }) }),
  },
});

export const followForumCategory = endpoint('followForumCategory', {
  method: 'POST',
  path: '/forum/categories/{id}/follow',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Follow a forum category.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unfollowForumCategory = endpoint('unfollowForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}/follow',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Unfollow a forum category.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const muteForumCategory = endpoint('muteForumCategory', {
  method: 'POST',
  path: '/forum/categories/{id}/mute',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Hide the topics of a category from lists of all categories.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const unmuteForumCategory = endpoint('unmuteForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}/mute',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Unmute a forum category.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});
