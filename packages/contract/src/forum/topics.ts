import { z } from 'zod';
import { author } from '../people/members.ts';
import { image } from '../photos/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, codePoints, dated, editedVersion, id, idParams, listMeta, message, paging, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { tagName } from '../platform/tags.ts';
import { newPoll, poll } from './polls.ts';
import { markdownBody, removeVersions } from './posts.ts';

export const listedTopic = z.object({
  id,
  category: z.object({ id, name: z.string(), slug: z.string(), color: z.string() }),
  title: z.string(),
  slug: z.string(),
  /** Null if hidden from the viewer. */
  author: author.nullable(),
  /** Photo that the topic is about, with its first image. Null if hidden from the viewer. */
  photo: z.object({ id, title: z.string(), image }).nullable(),
  is_locked: z.boolean(),
  is_pinned: z.boolean(),
  /** End of the pin. Null: no end. */
  pinned_until: dated.nullable(),
  is_solved: z.boolean(),
  solved_post_id: id.nullable(),
  posts_count: z.number().int(),
  /** Members who have read the topic. */
  views_count: z.number().int(),
  last_number: z.number().int(),
  latest_post: z.object({ id, number: z.number().int(), author, created_at: dated }).nullable(),
  /** At most `limits.unreadPostCount`. */
  unread_posts_count: z.number().int(),
  is_following: z.boolean(),
  is_muted: z.boolean(),
  created_at: dated,
  updated_at: dated,
});
export type ListedTopic = z.infer<typeof listedTopic>;

/** Topic with its opening post, number 1. */
export const topic = listedTopic.extend({
  body: z.string(),
  body_html: z.string(),
  /** Version of title and opening post. */
  version,
  /** True if a post that the viewer may list has an image. */
  has_images: z.boolean(),
  poll: poll.nullable(),
  /** Number of the first unread post. Null if all are read. */
  first_unread: z.number().int().nullable(),
  solved_number: z.number().int().nullable(),
  viewer: z.object({
    may_edit: z.boolean(),
    may_delete: z.boolean(),
    may_reply: z.boolean(),
    may_solve: z.boolean(),
    may_moderate: z.boolean(),
  }),
});
export type Topic = z.infer<typeof topic>;

const category = text({ label: 'category', max: limits.forumCategory }).optional();

export const title = text({ label: 'title', max: limits.forumTitle, min: 1 }).refine(
  (value) => codePoints(value, limits.forumTitle) >= limits.forumTitleMin,
  because('topicTitleTooShort', { least: limits.forumTitleMin }),
);

const answer = z.object({ data: topic });
const changed = answer.extend({ message: z.string() });

export const createTopic = endpoint('createTopic', {
  method: 'POST',
  path: '/forum/topics',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  status: 201,
  summary: 'Create a topic. A retry with the same Idempotency-Key creates it once. The key with another request is refused.',
  refuses: ['pending_review', 'conflict', 'idempotency_key_reused', 'overloaded'],
  shape: {
    body: z
      .object({
        /** Category id, instead of `category`. */
        category_id: id.optional(),
        category,
        title,
        body: markdownBody,
        poll: newPoll.nullish(),
        /** Photo that the topic is about. The author must be able to see it. */
        photo_id: id.optional(),
      })
      .refine((body) => body.category_id !== undefined || body.category !== undefined, {
        path: ['category_id'],
        error: because('fieldRequired', { field: 'category' }),
        // Checks the category even if other fields have errors.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    answer: changed,
  },
});

export const readTopic = endpoint('readTopic', {
  method: 'GET',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a topic with its opening post. If it was merged, the refusal has its new location.',
  refuses: ['not_found', 'moved'],
  shape: { params: idParams, answer },
});

export const updateTopic = endpoint('updateTopic', {
  method: 'PUT',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Edit the title or opening post of a topic: its author or an organiser. An outdated `version` is refused with the stored topic; without `version` the last write wins.',
  refuses: ['not_found', 'not_author', 'locked', 'conflict', 'overloaded'],
  shape: {
    params: idParams,
    body: z.object({ title: title.optional(), body: markdownBody.optional(), version: editedVersion, remove_versions: removeVersions }),
    answer: changed,
  },
});

export const deleteTopic = endpoint('deleteTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  scope: 'write:forum',
  summary: 'Delete a topic: an organiser, or its author if nobody else wrote in it.',
  refuses: ['not_found', 'not_author', 'has_replies'],
  shape: { params: idParams, answer: message },
});

export const solveTopic = endpoint('solveTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/solve',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  summary: 'Mark the post that answers the topic: its author or an organiser.',
  refuses: ['not_found', 'not_author'],
  shape: {
    params: idParams,
    /** Accepted answer. Null removes it. */
    body: z.object({ post_id: id.nullable() }),
    answer: message,
  },
});

export const listTopics = endpoint('listTopics', {
  method: 'GET',
  path: '/forum/topics',
  access: 'onboarded',
  scope: 'read',
  summary: 'List topics, those with the newest posts first.',
  shape: {
    query: z.object({
      ...paging,
      /** Category name, slug or id. An unknown category returns no topics. */
      category,
      /** Words of the title, the posts, or the caption of the topic's photo. */
      search: text({ label: 'search', max: limits.search }).optional(),
      sort: z.enum(['latest', 'new', 'top'], because('topicSortUnknown')).default('latest'),
      filter: z.enum(['following', 'mine', 'unanswered', 'unread'], because('topicFilterUnknown')).optional(),
    }),
    answer: z.object({
      data: z.array(listedTopic),
      /** `total` is capped at `limits.topicCount`. A search finds at most `limits.forumSearchResults` posts. */
      meta: listMeta.extend({ total_is_capped: z.boolean() }),
    }),
  },
});

export const listTopicsAboutPhoto = endpoint('listTopicsAboutPhoto', {
  method: 'GET',
  path: '/photos/{id}/topics',
  access: 'onboarded',
  scope: 'read',
  summary: 'List topics about a photo, newest first.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(listedTopic),
      meta: z.object({ next_cursor: z.string().nullable() }),
    }),
  },
});

export const listTopicsWithTag = endpoint('listTopicsWithTag', {
  method: 'GET',
  path: '/tags/{tag}/topics',
  access: 'onboarded',
  scope: 'read',
  summary: 'List topics whose opening post has a tag, newest first.',
  shape: {
    params: z.object({ tag: tagName }),
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(listedTopic), meta: z.object({ next_cursor: z.string().nullable() }) }),
  },
});
