import { callsOf } from './endpoint.ts';
import type { commentShapes } from './shapes/comments.ts';

const call = callsOf<typeof commentShapes>();

export const listComments = call('listComments', {
  method: 'GET',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  summary: 'The conversation below a post, newest first: comments, each with its newest replies.',
  refuses: ['not_found'],
});
export const readComment = call('readComment', {
  method: 'GET',
  path: '/comments/{id}',
  access: 'onboarded',
  summary: 'A comment or a reply, with the thread in which it stands.',
  refuses: ['not_found'],
});
export const listReplies = call('listReplies', {
  method: 'GET',
  path: '/comments/{id}/replies',
  access: 'onboarded',
  summary: 'The replies below a comment, newest first.',
  refuses: ['not_found'],
});
export const addComment = call('addComment', {
  method: 'POST',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Comment on a post, or reply to a comment below it. A reply to a reply stands in the same thread. Sent twice with one Idempotency-Key it is posted once. The key with another request is refused.',
  refuses: ['pending_review', 'not_found', 'conflict', 'idempotency_key_reused'],
});
export const deleteComment = call('deleteComment', {
  method: 'DELETE',
  path: '/photos/{id}/comments/{commentId}',
  access: 'onboarded',
  summary: 'Delete a comment: its author, the owner of the post, or an organiser.',
  refuses: ['not_found', 'not_author'],
});
