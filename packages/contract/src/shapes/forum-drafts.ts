import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, message, text } from './fields.ts';

export const forumDraft = z.object({ title: z.string(), body: z.string(), version: z.number().int(), updated_at: dated });
export type ForumDraft = z.infer<typeof forumDraft>;

/** `topic:ID` a reply, `new:CATEGORY-ID` a topic, `post:ID` a change of a post. */
const params = z.object({ place: z.string().max(64) });

/** That something was begun, and where: its words are read by themselves. */
export const listedForumDraft = z.object({ place: z.string(), title: z.string(), version: z.number().int(), updated_at: dated });
export type ListedForumDraft = z.infer<typeof listedForumDraft>;

export const forumDraftShapes = {
  listForumDrafts: { answer: z.object({ data: z.array(listedForumDraft).max(limits.forumDrafts) }) },
  readForumDraft: { params, answer: z.object({ data: forumDraft }) },
  saveForumDraft: {
    params,
    body: z.object({
      title: text({ label: 'title', max: limits.forumTitle, keepsInvisible: true }).optional(),
      body: text({ label: 'body', max: limits.forumBody, lines: true, keepsInvisible: true }),
      /** The version that this one is made from; 0 where there was none. */
      version: z
        .int(because('notWholeNumber', { field: 'version' }))
        .min(0, because('numberTooSmall', { field: 'version', least: 0 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'version' })),
    }),
    answer: z.object({ data: forumDraft, message: z.string() }),
  },
  deleteForumDraft: { params, answer: message },
};
