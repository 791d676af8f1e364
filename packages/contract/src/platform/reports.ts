import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { because, id, idParams, message, text } from './fields.ts';
import * as limits from './limits.ts';

export const reportReasons = ['spam', 'harassment', 'hate', 'nudity', 'violence', 'copyright', 'other'] as const;
/** `person_shown`: a person in the photo asks for its removal, by `askRemoval` or as a visitor. */
export const allReportReasons = [...reportReasons, 'person_shown'] as const;
/** Reasons whose reports are first in the queue. */
export const urgentReasons: readonly ReportReason[] = ['violence', 'hate', 'harassment', 'person_shown'];
export type ReportReason = (typeof allReportReasons)[number];

export const report = endpoint('report', {
  method: 'POST',
  path: '/reports',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Report a post, comment, forum post, topic, series, exhibition, challenge, member, message, or feedback about an own entry, with a reason or a rule. A repeated report of an open case counts once.',
  refuses: ['not_found', 'own_content'],
  shape: {
    body: z
      .object({
        /** A topic is reported by its opening post. */
        subject_type: z.enum(
          ['photo', 'comment', 'user', 'forum_post', 'topic', 'series', 'exhibition', 'challenge', 'feedback', 'message'],
          because('reportSubjectUnknown'),
        ),
        subject_id: id,
        /** Other messages of the conversation that the organisers may read with a reported message. They read no others. */
        message_ids: z
          .array(id, because('messagesNotList'))
          .max(limits.reportedMessages, because('tooManyReportedMessages', { most: limits.reportedMessages }))
          .optional(),
        reason: z.enum(reportReasons, because('reportReasonUnknown')).optional(),
        /** A community rule, instead of a reason. */
        rule_id: id.optional(),
        note: text({ label: 'note', max: limits.reportNote, lines: true }).optional(),
      })
      .refine(({ reason, rule_id }) => (reason === undefined) !== (rule_id === undefined), {
        path: ['reason'],
        error: because('reportReasonUnknown'),
      }),
    answer: message,
  },
});

/** The person's words. */
export const removalReason = text({ label: 'reason', max: limits.reportNote, lines: true, min: 1 });
/** Name, mail address or phone number of a visitor. */
export const removalContact = text({ label: 'contact', max: limits.removalContact, min: 1 });

export const askRemoval = endpoint('askRemoval', {
  method: 'POST',
  path: '/photos/{id}/removal',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Ask for the removal of a post that shows the viewer. Reaches organisers and author; a repeated request counts once.',
  refuses: ['not_found', 'own_content'],
  shape: { params: idParams, body: z.object({ reason: removalReason }), answer: message },
});
