import { z } from 'zod';
import * as limits from '../limits.ts';
import { reportReasons } from '../report-reasons.ts';
import { because } from './because.ts';
import { id, message, text } from './fields.ts';

export const reportShapes = {
  report: {
    body: z
      .object({
        /** A topic is reported by its opening. */
        subject_type: z.enum(['photo', 'comment', 'user', 'forum_post', 'topic'], because('reportSubjectUnknown')),
        subject_id: id,
        reason: z.enum(reportReasons, because('reportReasonUnknown')).optional(),
        /** One of the community's rules, in place of a reason. */
        rule_id: id.optional(),
        note: text({ label: 'note', max: limits.reportNote, lines: true }).optional(),
      })
      .refine(({ reason, rule_id }) => (reason === undefined) !== (rule_id === undefined), {
        path: ['reason'],
        error: because('reportReasonUnknown'),
      }),
    answer: message,
  },
};
