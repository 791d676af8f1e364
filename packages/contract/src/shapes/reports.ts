import { z } from 'zod';
import * as limits from '../limits.ts';
import { reportReasons } from '../report-reasons.ts';
import { because } from './because.ts';
import { id, message, text } from './fields.ts';

export const reportShapes = {
  report: {
    body: z.object({
      subject_type: z.enum(['photo', 'comment', 'user', 'forum_post'], because('reportSubjectUnknown')),
      subject_id: id,
      reason: z.enum(reportReasons, because('reportReasonUnknown')),
      note: text({ label: 'note', max: limits.reportNote, lines: true }).optional(),
    }),
    answer: message,
  },
};
