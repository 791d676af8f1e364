import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const comment = z.object({
  id,
  content: z.string(),
  user: author,
  created_at: dated,
  /** Usernames in the text, behind an @, of members who are there for the viewer. */
  mentions: z.array(z.string()),
  viewer: z.object({ may_delete: z.boolean(), may_report: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

/** A comment in the conversation below its post; with the post itself come neither its likes nor what it answers. */
const commentInConversation = comment.extend({
  /** The comment below which it stands. Null where it stands by itself. */
  thread_id: id.nullable(),
  /** What it answers, of the same thread, and who wrote that. Null too where that is not there for the viewer. */
  reply_to: z.object({ id, user: z.object({ id, username: z.string(), name: z.string() }) }).nullable(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  viewer: comment.shape.viewer.extend({ may_like: z.boolean(), may_reply: z.boolean() }),
});
export type CommentInConversation = z.infer<typeof commentInConversation>;

/** A comment with the replies below it. One that is not there for the viewer, and that others answered, has neither author nor words. */
const commentThread = commentInConversation.extend({
  user: author.nullable(),
  is_deleted: z.boolean(),
  replies_count: z.number().int(),
  /** The newest three, newest first. */
  replies: z.array(commentInConversation).max(limits.embeddedReplies),
  /** Pass it as `cursor` to `/comments/{id}/replies` to get what was replied before. Null where that is all. */
  replies_cursor: z.string().nullable(),
});
export type CommentThread = z.infer<typeof commentThread>;

export const listComments = endpoint('listComments', {
  method: 'GET',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  summary: 'The conversation below a post, newest first: comments, each with its newest replies.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ ...paging }),
    /** Counting stops at `limits.threads`: there are more where `total_is_capped`. */
    answer: z.object({ data: z.array(commentThread), meta: listMeta.extend({ total_is_capped: z.boolean() }) }),
  },
});

export const readComment = endpoint('readComment', {
  method: 'GET',
  path: '/comments/{id}',
  access: 'onboarded',
  summary: 'A comment or a reply, with the thread in which it stands.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: commentInConversation }) },
});

export const listReplies = endpoint('listReplies', {
  method: 'GET',
  path: '/comments/{id}/replies',
  access: 'onboarded',
  summary: 'The replies below a comment, newest first.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ ...paging }),
    answer: z.object({ data: z.array(commentInConversation), meta: listMeta }),
  },
});

export const addComment = endpoint('addComment', {
  method: 'POST',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Comment on a post, or reply to a comment below it. A reply to a reply stands in the same thread. Sent twice with one Idempotency-Key it is posted once. The key with another request is refused.',
  refuses: ['pending_review', 'not_found', 'conflict', 'idempotency_key_reused'],
  shape: {
    params: idParams,
    body: z.object({
      content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }),
      /** The comment below the same post that it answers. */
      reply_to: id.nullish(),
    }),
    answer: z.object({ data: commentInConversation, message: z.string() }),
  },
});

export const deleteComment = endpoint('deleteComment', {
  method: 'DELETE',
  path: '/photos/{id}/comments/{commentId}',
  access: 'onboarded',
  summary: 'Delete a comment: its author, the owner of the post, or an organiser.',
  refuses: ['not_found', 'not_author'],
  shape: { params: z.object({ id, commentId: id }), answer: message },
});
