import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const comment = z.object({
  id,
  content: z.string(),
  user: author,
  created_at: dated,
  /** Usernames of mentioned members whom the viewer may see. */
  mentions: z.array(z.string()),
  viewer: z.object({ may_delete: z.boolean(), may_report: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

/** Comment in a conversation, with likes and the comment it answers. */
const commentInConversation = comment.extend({
  /** Top-level comment of the thread. Null for a top-level comment. */
  thread_id: id.nullable(),
  /** Answered comment of the same thread and its author. Null if the viewer cannot see it. */
  reply_to: z.object({ id, user: z.object({ id, username: z.string(), name: z.string() }) }).nullable(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  /** The comment belongs to the critique of the post. */
  is_critique: z.boolean(),
  viewer: comment.shape.viewer.extend({ may_like: z.boolean(), may_reply: z.boolean() }),
});
export type CommentInConversation = z.infer<typeof commentInConversation>;

/** Top-level comment with replies. Without author and text if it is hidden from the viewer but has replies. */
export const commentThread = commentInConversation.extend({
  user: author.nullable(),
  is_deleted: z.boolean(),
  replies_count: z.number().int(),
  /** The newest three replies, newest first. */
  replies: z.array(commentInConversation).max(limits.embeddedReplies),
  /** Cursor of older replies in `/comments/{id}/replies`. */
  replies_cursor: z.string().nullable(),
});
export type CommentThread = z.infer<typeof commentThread>;

export const listComments = endpoint('listComments', {
  method: 'GET',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the comments of a post, newest first, each with its newest replies.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ ...paging }),
    /** `total` is capped at `limits.threadCount`. */
    answer: z.object({ data: z.array(commentThread), meta: listMeta.extend({ total_is_capped: z.boolean() }) }),
  },
});

export const readComment = endpoint('readComment', {
  method: 'GET',
  path: '/comments/{id}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a comment or reply with its thread.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: commentInConversation }) },
});

export const listReplies = endpoint('listReplies', {
  method: 'GET',
  path: '/comments/{id}/replies',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the replies to a comment, newest first.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ ...paging }),
    answer: z.object({ data: z.array(commentInConversation), meta: listMeta }),
  },
});

const share = z.number(because('pinOutside')).min(0, because('pinOutside')).max(1, because('pinOutside'));

/** Spot of an image, in shares of its width and height. */
export const spot = z.object({ image_id: id, x: share, y: share });
export type Spot = z.infer<typeof spot>;

export const addComment = endpoint('addComment', {
  method: 'POST',
  path: '/photos/{id}/comments',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary:
    'Comment on a post, reply to a comment, or begin a thread of critique. A reply to a reply joins the same thread. A retry with the same Idempotency-Key posts it once. The key with another request is refused.',
  refuses: ['pending_review', 'not_found', 'conflict', 'locked', 'own_content', 'idempotency_key_reused'],
  shape: {
    params: idParams,
    body: z.object({
      content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }),
      /** Answered comment of the same post. */
      reply_to: id.nullish(),
      /** Begins a thread of critique, of 500 characters at most. `image_id` with `x` and `y` pins it to a spot. Ignored in a reply. */
      critique: spot.partial().optional(),
    }),
    answer: z.object({ data: commentInConversation, message: z.string() }),
  },
});

export const deleteComment = endpoint('deleteComment', {
  method: 'DELETE',
  path: '/photos/{id}/comments/{commentId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Delete a comment: its author, the owner of the post, or an organiser.',
  refuses: ['not_found', 'not_author'],
  shape: { params: z.object({ id, commentId: id }), answer: message },
});
