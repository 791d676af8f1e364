import { z } from 'zod';
import * as limits from '../limits.ts';
import { reportReasons } from '../report-reasons.ts';
import { id, message, text } from './fields.ts';

export const reportShapes = {
  report: {
    body: z.object({
      subject_type: z.enum(['photo', 'comment', 'user', 'forum_post'], 'The subject must be a photo, a comment, a user or a forum post.'),
      subject_id: id,
      reason: z.enum(reportReasons, 'Choose one of the reasons listed.'),
      note: text({ label: 'note', max: limits.reportNote, lines: true }).optional(),
    }),
    answer: message,
  },
};
