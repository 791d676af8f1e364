import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { moderationActions } from './actions.ts';
import { rule } from './rules.ts';

const act = {
  id,
  action: z.enum(moderationActions),
  reason: z.string().nullable(),
  /** Rule that the decision cites. */
  rule: rule.nullable(),
  created_at: dated,
  title: z.string().nullable(),
  excerpt: z.string().nullable(),
};

export const appealOutcomes = ['granted', 'refused'] as const;

const resolution = z.object({ outcome: z.enum(appealOutcomes), note: z.string().nullable(), created_at: dated });

const decision = z.object({
  ...act,
  appeal: z.object({ body: z.string(), created_at: dated, resolution: resolution.nullable() }).nullable(),
  viewer: z.object({ may_appeal: z.boolean() }),
});
export type Decision = z.infer<typeof decision>;

const appeal = z.object({
  id,
  body: z.string(),
  created_at: dated,
  member: author.nullable(),
  against: z.object({
    ...act,
    actor: author.nullable(),
  }),
  resolution: resolution.extend({ by: author.nullable() }).nullable(),
});
export type Appeal = z.infer<typeof appeal>;

export const readDecision = endpoint('readDecision', {
  method: 'GET',
  path: '/decisions/{id}',
  access: 'session',
  summary: 'Read an act of the organisers against the viewer or their content: the reason, and the outcome of an appeal.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: decision }) },
});

export const appealDecision = endpoint('appealDecision', {
  method: 'POST',
  path: '/decisions/{id}/appeal',
  access: 'session',
  takes: 'json',
  status: 201,
  summary: 'Appeal to another organiser: once, within 14 days, by the affected member.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({ body: text({ label: 'text', min: 1, max: limits.appeal, lines: true }) }),
    answer: message.extend({ data: decision }),
  },
});

export const listAppeals = endpoint('listAppeals', {
  method: 'GET',
  path: '/moderation/appeals',
  access: 'organiser',
  scope: 'admin:read',
  summary:
    'List appeals, open ones oldest first. Organisers do not see their own, nor those against their own acts unless they are the only organiser.',
  shape: {
    query: z.object({
      state: z.enum(['open', 'resolved'], because('reportStateUnknown')).default('open'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(appeal), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const resolveAppeal = endpoint('resolveAppeal', {
  method: 'POST',
  path: '/moderation/appeals/{id}/resolve',
  access: 'organiser',
  takes: 'json',
  summary: 'Grant an appeal, which reverts the act, or refuse it. A second decision is refused.',
  refuses: ['not_found', 'forbidden', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      outcome: z.enum(appealOutcomes, because('outcomeUnknown')),
      /** Sent to the appellant. */
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
});

export const acknowledgeWarning = endpoint('acknowledgeWarning', {
  method: 'POST',
  path: '/me/warnings/{id}/acknowledge',
  access: 'session',
  summary: 'Acknowledge a warning. It is not shown again.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});
