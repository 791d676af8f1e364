import { callsOf } from './endpoint.ts';
import type { forumPostVersionShapes } from './shapes/forum-post-versions.ts';

const call = callsOf<typeof forumPostVersionShapes>();

export const listForumPostVersions = call('listForumPostVersions', {
  method: 'GET',
  path: '/forum/topics/{id}/posts/{postId}/versions',
  access: 'onboarded',
  summary: 'What a post said before it was changed, newest first: its author and organisers.',
  refuses: ['not_found', 'not_author'],
});
