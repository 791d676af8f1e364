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

/** A comment in the conversation below its post; with the post itself come none of its likes. */
const commentInConversation = comment.extend({
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  viewer: comment.shape.viewer.extend({ may_like: z.boolean() }),
});
export type CommentInConversation = z.infer<typeof commentInConversation>;

export const commentShapes = {
  listComments: {
    params: idParams,
    query: z.object({ ...paging }),
    answer: z.object({ data: z.array(commentInConversation), meta: listMeta }),
  },
  addComment: {
    params: idParams,
    body: z.object({ content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }) }),
    answer: z.object({ data: commentInConversation, message: z.string() }),
  },
  deleteComment: { params: z.object({ id, commentId: id }), answer: message },
};
