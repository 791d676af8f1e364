import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { id, paging, text, listMeta } from './fields.ts';
import { author } from './members.ts';
import { photo } from './photos.ts';
import { tagName } from './tags.ts';

export const feedShapes = {
  listPhotos: {
    query: z.object({
      ...paging,
      /** A category's name, slug or id. One that does not exist has no posts. */
      category: z.string().max(80).optional(),
      /** Words of the title or description, or their beginnings; blind to case and diacritics. */
      search: text({ label: 'search', max: limits.search }).optional(),
      /** With this tag in title or description. One that nobody uses has no posts. */
      tag: tagName.optional(),
      /** Of this member alone. */
      username: z.string().max(limits.usernameMax).optional(),
      /** Of those whom the viewer follows. */
      feed: z.enum(['following'], because('feedUnknown')).optional(),
    }),
    answer: z.object({
      data: z.array(photo),
      /** Counting what a search or a tag finds stops at `limits.foundPhotos`: there are more where `total_is_capped`. */
      meta: listMeta.extend({ total_is_capped: z.boolean().optional() }),
    }),
  },
  listTrending: {
    query: z.object({
      limit: z
        .string(because('notNumberFromOne', { field: 'limit' }))
        .regex(/^[1-9][0-9]{0,3}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.trending))
        .default(limits.trending),
    }),
    answer: z.object({ data: z.array(photo) }),
  },
  countNewPhotos: {
    query: z.object({
      /** Id of the newest post the viewer has seen. */
      after: id,
      feed: z.enum(['following'], because('feedUnknown')).optional(),
    }),
    answer: z.object({
      data: z.object({
        /** At most `limits.newPhotos`. */
        count: z.number().int(),
        /** Up to three of those who posted them, newest first. */
        members: z.array(author),
      }),
    }),
  },
  listSavedPosts: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    /** Not counted. */
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
};
