import { callsOf } from './endpoint.ts';
import type { likeShapes } from './shapes/likes.ts';

const call = callsOf<typeof likeShapes>();

export const likePhoto = call('likePhoto', {
  method: 'POST',
  path: '/photos/{id}/like',
  access: 'onboarded',
  summary: 'Like a post. A repeated like counts once.',
  refuses: ['not_found'],
});
export const unlikePhoto = call('unlikePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/like',
  access: 'onboarded',
  summary: 'Take a like back.',
  refuses: ['not_found'],
});
export const listLikes = call('listLikes', {
  method: 'GET',
  path: '/photos/{id}/likes',
  access: 'onboarded',
  summary: 'Who liked a post, newest first.',
  refuses: ['not_found'],
});
