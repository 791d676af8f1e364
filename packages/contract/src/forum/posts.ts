import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, id, idParams, listMeta, message, paging, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { newPoll, poll } from './polls.ts';

export const markdownBody = text({ label: 'body', max: limits.forumBody, min: 1, lines: true });

/** Forum post. Without author and text if it was deleted but has replies. */
export const forumPost = z.object({
  id,
  topic_id: id,
  /** Permanent number in the topic. 1 is the opening post. */
  number: z.number().int(),
  author: author.nullable(),
  body: z.string(),
  body_html: z.string(),
  version,
  /** Answered post with an excerpt. Null if the viewer cannot see it. */
  reply_to: z
    .object({
      id,
      number: z.number().int(),
      author,
      excerpt: z.string(),
      /** Set if the answered post is in another topic. */
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

/** New location of moved content, in `data.moved_to` of a refusal `moved`. */
export const movedTo = z.object({ topic_id: id, slug: z.string(), number: z.number().int() });
export type MovedTo = z.infer<typeof movedTo>;

const params = z.object({ id, postId: id });

export const forumPostVersion = z.object({
  version: z.number().int(),
  body: z.string(),
  /** Author of the next version. Null if hidden from the viewer. */
  edited_by: author.nullable(),
  written_at: dated,
});
export type ForumPostVersion = z.infer<typeof forumPostVersion>;

/** Erases every earlier version of the post, including the one that this edit replaces. */
export const removeVersions = z.boolean(because('settingNotYesOrNo', { field: 'earlierVersions' })).optional();

const answer = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });

export const addForumPost = endpoint('addForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  status: 201,
  summary: 'Reply in a topic. A retry with the same Idempotency-Key posts it once. The key with another request is refused.',
  refuses: ['pending_review', 'not_found', 'moved', 'locked', 'conflict', 'idempotency_key_reused', 'overloaded'],
  shape: {
    params: idParams,
    body: z.object({ body: markdownBody, reply_to: id.optional(), poll: newPoll.nullish() }),
    answer: z.object({ data: forumPost, message: z.string() }),
  },
});

export const editForumPost = endpoint('editForumPost', {
  method: 'PUT',
  path: '/forum/topics/{id}/posts/{postId}',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Edit a post: its author or an organiser. They can read the earlier versions, unless `remove_versions` erases those. An outdated `version` is refused with the stored post; without `version` the last write wins.',
  refuses: ['not_found', 'not_author', 'locked', 'conflict', 'overloaded'],
  shape: {
    params,
    body: z.object({ body: markdownBody, version: editedVersion, remove_versions: removeVersions }),
    answer: z.object({ data: forumPost, message: z.string() }),
  },
});

export const deleteForumPost = endpoint('deleteForumPost', {
  method: 'DELETE',
  path: '/forum/topics/{id}/posts/{postId}',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Delete a post: its author or an organiser. The opening post is only deleted with its topic.',
  refuses: ['not_found', 'not_author', 'conflict'],
  shape: { params, answer: message },
});

export const listForumPosts = endpoint('listForumPosts', {
  method: 'GET',
  path: '/forum/topics/{id}/posts',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the posts of a topic in order, from the start or around a number.',
  refuses: ['not_found', 'moved'],
  shape: {
    params: idParams,
    query: z.object({
      ...paging,
      /** Post number at or near which the page begins. */
      around: z
        .string(because('notNumberFromOne', { field: 'number' }))
        .regex(/^[1-9][0-9]{0,8}$/, because('notNumberFromOne', { field: 'number' }))
        .transform(Number)
        .optional(),
    }),
    answer: z.object({
      data: z.array(forumPost),
      meta: listMeta.extend({
        /** Cursor of the previous page. Null on the first page. */
        previous_cursor: z.string().nullable(),
        /** New location of the post `around`. Null if this post did not move. */
        moved_to: movedTo.nullable(),
      }),
    }),
  },
});

export const listForumPostVersions = endpoint('listForumPostVersions', {
  method: 'GET',
  path: '/forum/topics/{id}/posts/{postId}/versions',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the earlier versions of a post, newest first: its author and organisers.',
  refuses: ['not_found', 'not_author'],
  shape: {
    params,
    answer: z.object({ data: z.array(forumPostVersion).max(limits.forumVersions) }),
  },
});

export const likeForumPost = endpoint('likeForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/like',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Like a forum post. A repeated like counts once.',
  refuses: ['not_found'],
  shape: { params, answer },
});

export const unlikeForumPost = endpoint('unlikeForumPost', {
  method: 'DELETE',
  path: '/forum/topics/{id}/posts/{postId}/like',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Remove a like.',
  refuses: ['not_found'],
  shape: { params, answer },
});

export const previewMarkdown = endpoint('previewMarkdown', {
  method: 'POST',
  path: '/forum/preview',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary: 'Render a forum text.',
  refuses: ['overloaded'],
  shape: {
    body: z.object({ body: markdownBody }),
    answer: z.object({ data: z.object({ body_html: z.string() }) }),
  },
});
