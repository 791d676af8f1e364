import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const own = z.object({
  /** `unsent`: hidden from organisers until the applicant answers the question. */
  state: z.enum(['unsent', 'waiting', 'declined']),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  /** The organiser's reason for declining. */
  reason: z.string().nullable(),
});
export type OwnApplication = z.infer<typeof own>;

const application = z.object({
  id,
  member: author,
  country_code: z.string().nullable(),
  /** Time of the email verification. */
  asked_at: dated,
  question: z.string().nullable(),
  answer: z.string().nullable(),
});
export type Application = z.infer<typeof application>;

export const verdicts = ['approved', 'declined'] as const;

export const readOwnApplication = endpoint('readOwnApplication', {
  method: 'GET',
  path: '/me/application',
  access: 'session',
  summary: 'Read the member’s application: question, answer and decision.',
  refuses: ['not_found'],
  shape: { answer: z.object({ data: own }) },
});

export const answerApplication = endpoint('answerApplication', {
  method: 'PUT',
  path: '/me/application',
  access: 'session',
  takes: 'json',
  summary: 'Answer the question to applicants. The answer can be changed until the decision.',
  refuses: ['not_found', 'conflict'],
  shape: {
    body: z.object({ answer: text({ label: 'answer', min: 1, max: limits.joiningAnswer, lines: true }) }),
    answer: message.extend({ data: own }),
  },
});

export const listApplications = endpoint('listApplications', {
  method: 'GET',
  path: '/moderation/applications',
  access: 'organiser',
  scope: 'admin:read',
  summary: 'List open applications, oldest first.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(application),
      /** `open_count` stops at 100. */
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({ open_count: z.number().int() }),
    }),
  },
});

export const decideApplication = endpoint('decideApplication', {
  method: 'POST',
  path: '/moderation/applications/{id}/decide',
  access: 'organiser',
  takes: 'json',
  summary: 'Approve or decline an application. The applicant is emailed. A second decision is refused.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      verdict: z.enum(verdicts, because('outcomeUnknown')),
      /** Sent to a declined applicant. */
      reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
});
