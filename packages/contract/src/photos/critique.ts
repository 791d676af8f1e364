import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { commentThread, spot } from './comments.ts';
import { photo } from './posts.ts';

export const critiqueCategories = ['composition', 'light', 'colour', 'story', 'technique', 'other'] as const;
export type CritiqueCategory = (typeof critiqueCategories)[number];

export const critiqueLists = ['waiting', 'mine', 'given'] as const;

const category = z.enum(critiqueCategories, because('critiqueCategoryUnknown'));

/** A request for critique. Counts only what the viewer may list. */
const critique = z.object({
  category,
  question: z.string(),
  asked_at: dated,
  is_closed: z.boolean(),
  /** Each critic sees their own threads only; the author sees all. */
  is_hidden: z.boolean(),
  critics_count: z.number().int(),
});
export type Critique = z.infer<typeof critique>;

/** A comment with its replies about a spot of an image, or about the whole photo. */
const critiqueThread = commentThread.extend({
  /** Null without a spot, or if the image has left the post. */
  pin: spot.nullable(),
  is_helpful: z.boolean(),
});
export type CritiqueThread = z.infer<typeof critiqueThread>;

export const readCritique = endpoint('readCritique', {
  method: 'GET',
  path: '/photos/{id}/critique',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read the critique of a post with all its threads, oldest first.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    answer: z.object({
      data: critique.extend({
        threads: z.array(critiqueThread).max(limits.critiqueThreads),
        viewer: z.object({ may_edit: z.boolean(), may_critique: z.boolean(), may_reply: z.boolean() }),
      }),
    }),
  },
});

export const saveCritique = endpoint('saveCritique', {
  method: 'PUT',
  path: '/photos/{id}/critique',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary: 'Ask for critique of a post, edit the question, close, reopen, hide or show the critique: the author of the post.',
  refuses: ['not_found', 'not_owner'],
  shape: {
    params: idParams,
    body: z.object({
      category,
      question: text({ label: 'question', max: limits.critiqueQuestion, min: 1 }),
      is_closed: z.boolean(because('settingNotYesOrNo', { field: 'closed' })).default(false),
      is_hidden: z.boolean(because('settingNotYesOrNo', { field: 'hidden' })).default(false),
    }),
    answer: message,
  },
});

export const markHelpful = endpoint('markHelpful', {
  method: 'PUT',
  path: '/comments/{id}/helpful',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary: 'Mark a thread of critique as helpful, or take the mark back: the author of the post, until the critique is closed.',
  refuses: ['not_found', 'not_owner', 'locked'],
  shape: {
    params: idParams,
    body: z.object({ is_helpful: z.boolean(because('settingNotYesOrNo', { field: 'helpful' })) }),
    answer: message,
  },
});

export const listCritiques = endpoint('listCritiques', {
  method: 'GET',
  path: '/critique',
  access: 'onboarded',
  scope: 'read',
  summary:
    'List posts that wait for critique (those with the fewest critics first, then the oldest), the viewer’s own requests, or posts to which the viewer gave critique.',
  shape: {
    query: z.object({
      list: z.enum(critiqueLists, because('critiqueListUnknown')).default('waiting'),
      category: category.optional(),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({
      data: z.array(z.object({ photo, critique })),
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({
        /** Median hours until the first critique of the newest 500 requests. Null if too few were answered. */
        median_hours: z.number().int().nullable(),
        /** Within a week, the viewer received two critiques and gave none. */
        owes_critique: z.boolean(),
      }),
    }),
  },
});
