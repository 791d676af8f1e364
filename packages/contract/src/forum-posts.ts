import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { forumPostShapes } from './shapes/forum-posts.ts';

const call = callsOf<typeof forumPostShapes>();

export const addForumPost = call('addForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  status: 201,
  summary: 'Reply in a topic. Sent twice with one Idempotency-Key it is posted once. The key with another request is refused.',
  refuses: ['pending_review', 'not_found', 'moved', 'locked', 'conflict', 'idempotency_key_reused', 'overloaded'],
});
export const editForumPost = call('editForumPost', {
  method: 'PUT',
  path: '/forum/topics/{id}/posts/{postId}',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Change a post: its author or an organiser. Its author and organisers can read what it said before, unless `remove_versions` erases that. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['not_found', 'not_author', 'locked', 'conflict', 'overloaded'],
});
export const deleteForumPost = call('deleteForumPost', {
  method: 'DELETE',
  path: '/forum/topics/{id}/posts/{postId}',
  access: 'onboarded',
  summary: 'Delete a post: its author or an organiser. The opening goes with its topic only.',
  refuses: ['not_found', 'not_author', 'conflict'],
});
