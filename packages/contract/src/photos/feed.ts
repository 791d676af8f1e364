import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, id, idParams, listMeta, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { tagName } from '../platform/tags.ts';
import { photo } from './posts.ts';

const placeName = text({ label: 'location', max: limits.locationName });

const saved = z.object({ message: z.string(), data: z.object({ is_saved: z.boolean() }) });

export const listPhotos = endpoint('listPhotos', {
  method: 'GET',
  path: '/photos',
  access: 'onboarded',
  scope: 'read',
  summary: 'List posts that the viewer may see, newest first.',
  shape: {
    query: z.object({
      ...paging,
      /** Category name, slug or id. An unknown category returns no posts. */
      category: z.string().max(80).optional(),
      /** Words of the title or description, or their beginnings. Case and diacritics are ignored. */
      search: text({ label: 'search', max: limits.search }).optional(),
      tag: tagName.optional(),
      /** Location of the photo. Case and diacritics are ignored. A list by `tag` ignores it. */
      place: placeName.optional(),
      username: z.string().max(limits.usernameMax).optional(),
      feed: z.enum(['following'], because('feedUnknown')).optional(),
    }),
    answer: z.object({
      data: z.array(photo),
      /**
       * `total` of a search, tag or place is capped at `limits.photoCount`. In a Following feed with tags and categories, a capped `total` counts only
       * the posts found so far.
       */
      meta: listMeta.extend({ total_is_capped: z.boolean().optional() }),
    }),
  },
});

export const listTrending = endpoint('listTrending', {
  method: 'GET',
  path: '/photos/trending',
  access: 'onboarded',
  scope: 'read',
  summary: 'List trending posts of the last 30 days, highest score first.',
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

export const listWelcomePhotos = endpoint('listWelcomePhotos', {
  method: 'GET',
  path: '/photos/welcome',
  access: 'verified',
  scope: 'read',
  summary: 'List the newest posts that visitors may see too, for members who have not finished onboarding.',
  shape: { answer: z.object({ data: z.array(photo) }) },
});

export const countNewPhotos = endpoint('countNewPhotos', {
  method: 'GET',
  path: '/photos/new',
  access: 'onboarded',
  scope: 'read',
  summary: 'Count the posts in the viewer’s feed that are newer than the newest one they saw.',
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
  scope: 'read',
  summary: 'List the viewer’s saved posts that they may still see, last saved first.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const savePhoto = endpoint('savePhoto', {
  method: 'POST',
  path: '/photos/{id}/save',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Save a post. Saving it again keeps its position.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: saved },
});

export const unsavePhoto = endpoint('unsavePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/save',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Remove a post from the saved ones.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: saved },
});
