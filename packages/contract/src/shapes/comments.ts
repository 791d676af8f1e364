import { z } from 'zod';
import * as limits from '../limits.ts';
import { id, dated, idParams, paging, listMeta, text, message } from './fields.ts';
import { author } from './members.ts';

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

export const commentShapes = {
  listComments: {
    params: idParams,
    query: z.object({ ...paging }),
    /** Counting stops at `limits.threads`: there are more where `total_is_capped`. */
    answer: z.object({ data: z.array(commentThread), meta: listMeta.extend({ total_is_capped: z.boolean() }) }),
  },
  readComment: { params: idParams, answer: z.object({ data: commentInConversation }) },
  listReplies: {
    params: idParams,
    query: z.object({ ...paging }),
    answer: z.object({ data: z.array(commentInConversation), meta: listMeta }),
  },
  addComment: {
    params: idParams,
    body: z.object({
      content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }),
      /** The comment below the same post that it answers. */
      reply_to: id.nullish(),
    }),
    answer: z.object({ data: commentInConversation, message: z.string() }),
  },
  deleteComment: { params: z.object({ id, commentId: id }), answer: message },
};
