import { z } from 'zod';
import * as limits from '../limits.ts';
import { moderationActions } from '../moderation-actions.ts';
import { because } from './because.ts';
import { dated, id, idParams, listMeta, message, paging, text } from './fields.ts';
import { author } from './members.ts';
import { rule } from './rules.ts';

/** What organisers did. */
const act = {
  id,
  action: z.enum(moderationActions),
  reason: z.string().nullable(),
  /** The one that was cited, as it was. */
  rule: rule.nullable(),
  created_at: dated,
  /** The title of the photo or the topic it was about. */
  title: z.string().nullable(),
  /** The beginning of the words it was about. */
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
  /** Of the act that it is against. */
  id,
  body: z.string(),
  created_at: dated,
  member: author.nullable(),
  against: z.object({
    ...act,
    /** Who did it. */
    actor: author.nullable(),
  }),
  resolution: resolution.extend({ by: author.nullable() }).nullable(),
});
export type Appeal = z.infer<typeof appeal>;

export const appealShapes = {
  readDecision: { params: idParams, answer: z.object({ data: decision }) },
  appealDecision: {
    params: idParams,
    body: z.object({ body: text({ label: 'text', min: 1, max: limits.appeal, lines: true }) }),
    answer: message.extend({ data: decision }),
  },
  listAppeals: {
    query: z.object({
      state: z.enum(['open', 'resolved'], because('reportStateUnknown')).default('open'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    /** Not counted. */
    answer: z.object({ data: z.array(appeal), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
  resolveAppeal: {
    params: idParams,
    body: z.object({
      outcome: z.enum(appealOutcomes, because('outcomeUnknown')),
      /** Told to whoever appealed. */
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
};
