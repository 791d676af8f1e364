import { z } from 'zod';
import { image, photo } from '../photos/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, listMeta, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { author } from './members.ts';

export const memberCard = author.extend({
  followers_count: z.number().int(),
  is_following: z.boolean(),
  viewer: z.object({ may_follow: z.boolean() }),
  /** The newest posts of the member's profile, with their first image. */
  photos: z.array(photo.pick({ id: true, title: true }).extend({ image })).max(limits.photosOnCard),
});
export type MemberCard = z.infer<typeof memberCard>;

export const suggestion = memberCard.extend({
  shared_interests: z.number().int(),
  /** Members whom the viewer follows and who follow this member: up to two names, and the total. */
  followed_by: z.array(z.string()),
  followed_by_count: z.number().int(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const listMembers = endpoint('listMembers', {
  method: 'GET',
  path: '/users',
  access: 'onboarded',
  scope: 'read',
  summary: 'List members, or search them by name or username. Case and diacritics are ignored. Excludes private and blocked members.',
  shape: {
    query: z.object({
      ...paging,
      /** Words of the name or username, or their beginnings. An exact username is the first result. */
      search: text({ label: 'search', max: limits.search }).optional(),
    }),
    answer: z.object({
      data: z.array(memberCard),
      /** `total` is capped at `limits.memberCount`. */
      meta: listMeta.extend({ total_is_capped: z.boolean() }),
    }),
  },
});

export const listSuggestions = endpoint('listSuggestions', {
  method: 'GET',
  path: '/me/suggestions',
  access: 'onboarded',
  scope: 'read',
  summary: 'List members to follow: with the same interests, or followed by members that the viewer follows.',
  shape: {
    query: z.object({
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,2}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.suggestions))
        .optional(),
    }),
    answer: z.object({ data: z.array(suggestion) }),
  },
});
