import { callsOf } from './endpoint.ts';
import type { forumPostShapes } from './shapes/forum-posts.ts';

const call = callsOf<typeof forumPostShapes>();

export const listForumPosts = call('listForumPosts', {
  method: 'GET',
  path: '/forum/topics/{id}/posts',
  access: 'onboarded',
  summary: 'The posts of a topic in their order, from the opening on or around a number.',
  refuses: ['not_found', 'moved'],
});
