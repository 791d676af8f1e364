import { z } from 'zod';
import { because } from './because.ts';
import { dated, editedVersion, id, idParams, listMeta, message, paging, version } from './fields.ts';
import { newPoll, poll } from './forum-polls.ts';
import { removeVersions } from './forum-post-versions.ts';
import { markdownBody } from './markdown.ts';
import { author } from './members.ts';

/** A post of a topic. One that is gone, and that others answered, has neither author nor words. */
export const forumPost = z.object({
  id,
  topic_id: id,
  /** Its own for ever. 1 is the opening. */
  number: z.number().int(),
  author: author.nullable(),
  body: z.string(),
  body_html: z.string(),
  version,
  /** What it answers, with its beginning. Null too where that is not there for the viewer. */
  reply_to: z
    .object({
      id,
      number: z.number().int(),
      author,
      excerpt: z.string(),
      /** Where it stands, if in another topic. */
      topic: z.object({ id, title: z.string(), slug: z.string() }).nullable(),
    })
    .nullable(),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  is_deleted: z.boolean(),
  poll: poll.nullable(),
  edited_at: dated.nullable(),
  created_at: dated,
  viewer: z.object({
    may_edit: z.boolean(),
    may_delete: z.boolean(),
    may_like: z.boolean(),
    may_reply: z.boolean(),
    may_report: z.boolean(),
    may_read_versions: z.boolean(),
  }),
});
export type ForumPost = z.infer<typeof forumPost>;

/** Where something stands that was moved to another topic. A refusal `moved` has it as its `data.moved_to`. */
export const movedTo = z.object({ topic_id: id, slug: z.string(), number: z.number().int() });
export type MovedTo = z.infer<typeof movedTo>;

const params = z.object({ id, postId: id });

export const forumPostShapes = {
  listForumPosts: {
    params: idParams,
    query: z.object({
      ...paging,
      /** A number with which, or as near to it as there is, the page is to begin. */
      around: z
        .string(because('notNumberFromOne', { field: 'number' }))
        .regex(/^[1-9][0-9]{0,8}$/, because('notNumberFromOne', { field: 'number' }))
        .transform(Number)
        .optional(),
    }),
    answer: z.object({
      data: z.array(forumPost),
      meta: listMeta.extend({
        /** Pass it as `cursor` to get what stands before. Null at the beginning. */
        previous_cursor: z.string().nullable(),
        /** Where the post stands now that had the number that was asked for; null where it did not move. */
        moved_to: movedTo.nullable(),
      }),
    }),
  },
  addForumPost: {
    params: idParams,
    body: z.object({ body: markdownBody, reply_to: id.optional(), poll: newPoll.nullish() }),
    answer: z.object({ data: forumPost, message: z.string() }),
  },
  editForumPost: {
    params,
    body: z.object({ body: markdownBody, version: editedVersion, remove_versions: removeVersions }),
    answer: z.object({ data: forumPost, message: z.string() }),
  },
  deleteForumPost: { params, answer: message },
};
