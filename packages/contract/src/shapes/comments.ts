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

export const commentShapes = {
  listComments: { params: idParams, query: z.object({ ...paging }), answer: z.object({ data: z.array(comment), meta: listMeta }) },
  addComment: {
    params: idParams,
    body: z.object({ content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }) }),
    answer: z.object({ data: comment, message: z.string() }),
  },
  deleteComment: { params: z.object({ id, commentId: id }), answer: message },
};
