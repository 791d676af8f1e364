import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, id, idParams, listMeta, message, paging, text } from './fields.ts';
import { author } from './members.ts';

const own = z.object({
  /** `unsent`: organisers do not read of it before the question is answered. */
  state: z.enum(['unsent', 'waiting', 'declined']),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  /** Why it was declined, in the organiser's words. */
  reason: z.string().nullable(),
});
export type OwnApplication = z.infer<typeof own>;

const application = z.object({
  /** Of the member. */
  id,
  member: author,
  country_code: z.string().nullable(),
  /** When the address was verified. */
  asked_at: dated,
  question: z.string().nullable(),
  answer: z.string().nullable(),
});
export type Application = z.infer<typeof application>;

export const verdicts = ['approved', 'declined'] as const;

export const applicationShapes = {
  readOwnApplication: { answer: z.object({ data: own }) },
  answerApplication: {
    body: z.object({ answer: text({ label: 'answer', min: 1, max: limits.joiningAnswer, lines: true }) }),
    answer: message.extend({ data: own }),
  },
  listApplications: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(application),
      /** `open_count`: 100 stands for all beyond. */
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({ open_count: z.number().int() }),
    }),
  },
  decideApplication: {
    params: idParams,
    body: z.object({
      verdict: z.enum(verdicts, because('outcomeUnknown')),
      /** Told to whoever is declined. */
      reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
};
