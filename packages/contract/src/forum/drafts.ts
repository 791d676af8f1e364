import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const forumDraft = z.object({ title: z.string(), body: z.string(), version: z.number().int(), updated_at: dated });
export type ForumDraft = z.infer<typeof forumDraft>;

/** Place of a draft: `topic:ID` for a reply, `new:CATEGORY-ID` for a topic, `post:ID` for an edit. */
const params = z.object({ place: z.string().max(64) });

/** Draft in a list, without its text. */
export const listedForumDraft = z.object({ place: z.string(), title: z.string(), version: z.number().int(), updated_at: dated });
export type ListedForumDraft = z.infer<typeof listedForumDraft>;

export const listForumDrafts = endpoint('listForumDrafts', {
  method: 'GET',
  path: '/forum/drafts',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the member’s drafts, newest first, without their texts.',
  shape: { answer: z.object({ data: z.array(listedForumDraft).max(limits.forumDrafts) }) },
});

export const readForumDraft = endpoint('readForumDraft', {
  method: 'GET',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a draft: `topic:ID` of a reply, `new:CATEGORY-ID` of a topic, `post:ID` of an edit.',
  refuses: ['not_found'],
  shape: { params, answer: z.object({ data: forumDraft }) },
});

export const saveForumDraft = endpoint('saveForumDraft', {
  method: 'PUT',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary: 'Save a draft. If another device saved a newer version, the call is refused with the stored draft.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params,
    body: z.object({
      title: text({ label: 'title', max: limits.forumTitle, keepsInvisible: true }).optional(),
      body: text({ label: 'body', max: limits.forumBody, lines: true, keepsInvisible: true }),
      /** Version that the client last read or saved; 0 for a new draft. */
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
  scope: 'write:forum',
  summary: 'Delete a draft.',
  shape: { params, answer: message },
});
