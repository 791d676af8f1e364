import { callsOf } from './endpoint.ts';
import type { forumLikeShapes } from './shapes/forum-likes.ts';

const call = callsOf<typeof forumLikeShapes>();

export const likeForumPost = call('likeForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/like',
  access: 'onboarded',
  summary: 'Like a post of the forum. A repeated like counts once.',
  refuses: ['not_found'],
});
export const unlikeForumPost = call('unlikeForumPost', {
  method: 'DELETE',
  path: '/forum/topics/{id}/posts/{postId}/like',
  access: 'onboarded',
  summary: 'Take a like back.',
  refuses: ['not_found'],
});
