import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const forumDraft = z.object({ title: z.string(), body: z.string(), version: z.number().int(), updated_at: dated });
export type ForumDraft = z.infer<typeof forumDraft>;

/** `topic:ID` for a reply, `new:CATEGORY-ID` for a topic, `post:ID` for an edit. */
const params = z.object({ place: z.string().max(64) });

/** Draft in a list, without its text. */
export const listedForumDraft = z.object({ place: z.string(), title: z.string(), version: z.number().int(), updated_at: dated });
export type ListedForumDraft = z.infer<typeof listedForumDraft>;

export const listForumDrafts = endpoint('listForumDrafts', {
  method: 'GET',
  path: '/forum/drafts',
  access: 'onboarded',
  summary: 'What one began to write and has not posted: where, and when, the newest first.',
  shape: { answer: z.object({ data: z.array(listedForumDraft).max(limits.forumDrafts) }) },
});

export const readForumDraft = endpoint('readForumDraft', {
  method: 'GET',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  summary: 'What one began to write: `topic:ID` a reply, `new:CATEGORY-ID` a topic, `post:ID` a change of a post.',
  refuses: ['not_found'],
  shape: { params, answer: z.object({ data: forumDraft }) },
});

export const saveForumDraft = endpoint('saveForumDraft', {
  method: 'PUT',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Keep what one writes. Made from a version that is no longer the newest, since another device was faster, it is refused with the draft that is kept.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params,
    body: z.object({
      title: text({ label: 'title', max: limits.forumTitle, keepsInvisible: true }).optional(),
      body: text({ label: 'body', max: limits.forumBody, lines: true, keepsInvisible: true }),
      /** Version that the draft is based on; 0 for a new one. */
      version: z
        .int(because('notWholeNumber', { field: 'version' }))
        .min(0, because('numberTooSmall', { field: 'version', least: 0 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'version' })),
    }),
    answer: z.object({ data: forumDraft, message: z.string() }),
  },
});

export const deleteForumDraft = endpoint('deleteForumDraft', {
  method: 'DELETE',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  summary: 'Throw away what one began to write.',
  shape: { params, answer: message },
});
