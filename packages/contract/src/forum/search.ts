import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, listMeta, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const part = z.object({ text: z.string(), is_match: z.boolean() });
export type ExcerptPart = z.infer<typeof part>;

const topic = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  category: z.object({ id, name: z.string(), slug: z.string(), color: z.string() }),
});

export const forumPostResult = z.object({
  id,
  number: z.number().int(),
  topic,
  author,
  /** Consecutive parts of the excerpt. */
  excerpt: z.array(part),
  created_at: dated,
});
export type ForumPostResult = z.infer<typeof forumPostResult>;

const day = z.iso.date(because('dayInvalid'));

export const searchForum = endpoint('searchForum', {
  method: 'GET',
  path: '/forum/search',
  access: 'onboarded',
  scope: 'read',
  summary: 'Search forum posts by words or their beginnings, in the text or the title of the topic. Best match first.',
  shape: {
    query: z.object({
      ...paging,
      q: text({ label: 'search', max: limits.search }),
      category: text({ label: 'category', max: limits.forumCategory }).optional(),
      author: text({ label: 'author', max: limits.usernameMax }).optional(),
      /** First and last day in UTC. */
      since: day.optional(),
      until: day.optional(),
    }),
    answer: z.object({
      data: z.array(forumPostResult),
      /** `total` is capped at `limits.forumSearchResults`. */
      meta: listMeta.extend({ total_is_capped: z.boolean() }),
    }),
  },
});

export const listSimilarTopics = endpoint('listSimilarTopics', {
  method: 'GET',
  path: '/forum/similar',
  access: 'onboarded',
  scope: 'read',
  summary: 'List topics with a similar title.',
  shape: {
    query: z.object({ title: text({ label: 'title', max: limits.forumTitle }) }),
    answer: z.object({ data: z.array(topic.extend({ posts_count: z.number().int(), is_solved: z.boolean() })).max(limits.similarTopics) }),
  },
});
