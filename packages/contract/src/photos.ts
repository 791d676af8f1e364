import { callsOf } from './endpoint.ts';
import type { photoShapes } from './shapes/photos.ts';

const call = callsOf<typeof photoShapes>();

export const listPhotos = call('listPhotos', {
  method: 'GET',
  path: '/photos',
  access: 'onboarded',
  summary: 'Posts the viewer may see, newest first.',
});
export const readPhoto = call('readPhoto', {
  method: 'GET',
  path: '/photos/{id}',
  access: 'onboarded',
  summary: 'One post.',
  refuses: ['not_found'],
});
export const createPhoto = call('createPhoto', {
  method: 'POST',
  path: '/photos',
  access: 'onboarded',
  takes: 'form',
  status: 201,
  summary: 'Post a photo: `images[n]`, `alt[n]`, title, description, category. Sent twice with one Idempotency-Key it is posted once.',
  refuses: ['too_large', 'upgrade_required', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
});
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
export const listComments = call('listComments', {
  method: 'GET',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  summary: 'The conversation below a post, newest first.',
  refuses: ['not_found'],
});
export const addComment = call('addComment', {
  method: 'POST',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Comment on a post.',
  refuses: ['not_found'],
});
export const deleteComment = call('deleteComment', {
  method: 'DELETE',
  path: '/photos/{id}/comments/{commentId}',
  access: 'onboarded',
  summary: 'Delete a comment: its author, the owner of the post, or an organiser.',
  refuses: ['not_found', 'not_author'],
});
