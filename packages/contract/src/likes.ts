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
export const likeComment = call('likeComment', {
  method: 'POST',
  path: '/comments/{id}/like',
  access: 'onboarded',
  summary: 'Like a comment. A repeated like counts once.',
  refuses: ['not_found'],
});
export const unlikeComment = call('unlikeComment', {
  method: 'DELETE',
  path: '/comments/{id}/like',
  access: 'onboarded',
  summary: 'Take the like of a comment back.',
  refuses: ['not_found'],
});
export const listCommentLikes = call('listCommentLikes', {
  method: 'GET',
  path: '/comments/{id}/likes',
  access: 'onboarded',
  summary: 'Who liked a comment, newest first.',
  refuses: ['not_found'],
});
