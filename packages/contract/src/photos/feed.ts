import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, id, idParams, listMeta, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { tagName } from '../platform/tags.ts';
import { photo } from './posts.ts';

const saved = z.object({ message: z.string(), data: z.object({ is_saved: z.boolean() }) });

export const listPhotos = endpoint('listPhotos', {
  method: 'GET',
  path: '/photos',
  access: 'onboarded',
  summary: 'Posts the viewer may see, newest first.',
  shape: {
    query: z.object({
      ...paging,
      /** Category name, slug or id. An unknown one has no posts. */
      category: z.string().max(80).optional(),
      /** Words of the title or description, or their beginnings. Case and diacritics are ignored. */
      search: text({ label: 'search', max: limits.search }).optional(),
      tag: tagName.optional(),
      username: z.string().max(limits.usernameMax).optional(),
      /** Posts of followed members only. */
      feed: z.enum(['following'], because('feedUnknown')).optional(),
    }),
    answer: z.object({
      data: z.array(photo),
      /** Highest total of a search or tag: `limits.foundPhotos`, then `total_is_capped`. */
      meta: listMeta.extend({ total_is_capped: z.boolean().optional() }),
    }),
  },
});

export const listTrending = endpoint('listTrending', {
  method: 'GET',
  path: '/photos/trending',
  access: 'onboarded',
  summary: 'The posts of the last 30 days that are talked about most, hottest first.',
  shape: {
    query: z.object({
      limit: z
        .string(because('notNumberFromOne', { field: 'limit' }))
        .regex(/^[1-9][0-9]{0,3}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.trending))
        .default(limits.trending),
    }),
    answer: z.object({ data: z.array(photo) }),
  },
});

export const countNewPhotos = endpoint('countNewPhotos', {
  method: 'GET',
  path: '/photos/new',
  access: 'onboarded',
  summary: 'How many posts the viewer may list were posted since the one they saw on top.',
  shape: {
    query: z.object({
      after: id,
      feed: z.enum(['following'], because('feedUnknown')).optional(),
    }),
    answer: z.object({
      data: z.object({
        count: z.number().int(),
        /** Up to three authors of the new posts, newest first. */
        members: z.array(author),
      }),
    }),
  },
});

export const listSavedPosts = endpoint('listSavedPosts', {
  method: 'GET',
  path: '/saved',
  access: 'onboarded',
  summary: 'Posts that the viewer saved and may list now, saved last first.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    /** No total. */
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const savePhoto = endpoint('savePhoto', {
  method: 'POST',
  path: '/photos/{id}/save',
  access: 'onboarded',
  summary: 'Save a post for oneself. Saved again, it keeps its place.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: saved },
});

export const unsavePhoto = endpoint('unsavePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/save',
  access: 'onboarded',
  summary: 'Take a post out of what one saved.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: saved },
});
