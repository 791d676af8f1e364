import { z } from 'zod';
import { forumPostVersion } from '../forum/posts.ts';
import { author } from '../people/members.ts';
import { warningText } from '../photos/posts.ts';
import { type AnswerOf, endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { allReportReasons } from '../platform/reports.ts';
import { moderationActions } from './actions.ts';
import { logDetails } from './log-details.ts';
import { rule } from './rules.ts';

const image = z.object({ url: z.string(), width: z.number().int(), height: z.number().int(), color: z.string(), alt: z.string() });

/**
 * Reported content. A message has its text only in `readReport`, which logs the reading. Other content that
 * the viewer could not read otherwise has title, excerpt and image only while a report is open.
 */
const subject = z.object({
  /** A `topic` is reported by its opening post. */
  type: z.enum(['photo', 'comment', 'user', 'forum_post', 'topic', 'series', 'exhibition', 'challenge', 'feedback', 'message']),
  id,
  /** `removed`: by organisers, who can restore it. `deleted`: by its author, or permanently. */
  state: z.enum(['there', 'removed', 'deleted']),
  /** Set for forum posts and topics. */
  topic_id: id.nullable(),
  /** True if the content was edited since the report. Title, excerpt and image then show the report's snapshot. Only for open reports. */
  is_changed: z.boolean(),
  address: z.string().nullable(),
  /** The challenge's title for feedback. */
  title: z.string().nullable(),
  excerpt: z.string().nullable(),
  image: image.nullable(),
  /** Content warning of the photo in `image`. */
  warning: z.string().nullable(),
  /** The first curator of an exhibition. Null once the author's account is erased. */
  author: author.nullable(),
  author_is_suspended: z.boolean(),
  created_at: dated,
});

const wording = z.object({
  /** Title of the photo, topic, series, exhibition or challenge; name of the member. */
  title: z.string().nullable(),
  /** Caption, comment, feedback, Markdown of a forum post, series, exhibition or challenge, or bio of a member. */
  body: z.string().nullable(),
  /** Question and choices of a poll; titles and wall texts of an exhibition; rules of a challenge; username, occupation and links of a member. */
  details: z.array(z.string()),
  /** Content warning of a photo. */
  warning: z.string().nullable(),
  images: z.array(image),
});
export type Wording = z.infer<typeof wording>;

/** A reported message, or one that the reporter added to it, as it was then. */
const evidenceMessage = z.object({
  id,
  is_reported: z.boolean(),
  /** Null for a closed account. */
  author: z.object({ name: z.string(), username: z.string() }).nullable(),
  body: z.string(),
  warning: z.string().nullable(),
  images: z.array(image),
  created_at: dated,
});
export type EvidenceMessage = z.infer<typeof evidenceMessage>;

const reasonFields = { reason: z.enum(allReportReasons).nullable(), rule: rule.nullable() };

const report = z.object({
  /** Null for an automatic report, and once the reporter's account is closed. */
  reporter: author.nullable(),
  /** True if the word filter filed the report. `note` has the match. */
  is_automatic: z.boolean(),
  /** A reason or a rule. */
  ...reasonFields,
  note: z.string().nullable(),
  created_at: dated,
});

/** `marked`: the photo got a content warning. */
export const outcomes = ['dismissed', 'marked', 'removed', 'warned', 'silenced', 'suspended'] as const;

const resolution = z.object({
  outcome: z.enum(outcomes),
  /** Message to the author, or note of the organisers. */
  reason: z.string().nullable(),
  rule: rule.nullable(),
  /** Null once the organiser's account is erased. */
  by: author.nullable(),
  created_at: dated,
});

/** Open reports of one subject, or reports that were resolved together. */
const reportCase = z.object({
  /** Id of the first open report, or of the log entry that resolved the case. */
  id,
  /** Null if the content was erased. */
  subject: subject.nullable(),
  /** True if any report has an urgent reason or rule. */
  is_urgent: z.boolean(),
  reports_count: z.number().int(),
  /** Reasons by frequency. */
  reasons: z.array(z.object({ ...reasonFields, count: z.number().int() })),
  reports: z.array(report).max(limits.embeddedReports),
  assignee: author.nullable(),
  resolution: resolution.nullable(),
  viewer: z.object({
    may_remove: z.boolean(),
    may_sanction: z.boolean(),
    may_suspend: z.boolean(),
    may_restore: z.boolean(),
    may_end_silence: z.boolean(),
    may_end_suspension: z.boolean(),
    has_taken: z.boolean(),
  }),
});
export type ReportCase = z.infer<typeof reportCase>;

export const moderationLogEntry = z.object({
  id,
  action: z.enum(moderationActions),
  /** Null for scheduled acts, and once the organiser's account is erased. */
  actor: author.nullable(),
  member: author.nullable(),
  reason: z.string().nullable(),
  rule: rule.nullable(),
  /** Name or beginning of the content. Older entries have their details here, in English. */
  note: z.string().nullable(),
  details: logDetails.nullable(),
  /** Topic that received the posts, if it still exists. */
  target: z.object({ title: z.string(), address: z.string() }).nullable(),
  address: z.string().nullable(),
  reports_count: z.number().int(),
  created_at: dated,
});
export type ModerationLogEntry = z.infer<typeof moderationLogEntry>;

/** Message to the member: a rule, a text, or both. */
const explanation = z
  .object({ reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).default(''), rule_id: id.optional() })
  .refine(({ reason, rule_id }) => reason !== '' || rule_id !== undefined, { path: ['reason'], error: because('moderationReasonMissing') });
const until = z.iso.datetime(because('timeInvalid')).nullish();

const reportSelectionInvalid = because('reportsNotChosen', { most: limits.reportsTogether });

/** Refusal to resolve one of several cases. */
const refusal = z.object({
  code: z.string(),
  /** In English. Clients translate `reason`. */
  message: z.string(),
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type ReportBackground = AnswerOf<typeof readReport>['data'];

export const listReports = endpoint('listReports', {
  method: 'GET',
  path: '/moderation/reports',
  access: 'organiser',
  scope: 'admin:read',
  summary:
    'List reported content, one case for all reports of it: open ones by urgency and number of reports, resolved ones newest first. Organisers do not see reports of their own content.',
  shape: {
    query: z.object({
      state: z.enum(['open', 'resolved'], because('reportStateUnknown')).default('open'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({
      data: z.array(reportCase),
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({
        /** Number of subjects of the newest 10,000 open reports. Null for resolved cases. */
        open_count: z.number().int().nullable(),
      }),
    }),
  },
});

export const readReport = endpoint('readReport', {
  method: 'GET',
  path: '/moderation/reports/{id}',
  access: 'organiser',
  summary:
    'Read the background of a case: the content then and now, earlier acts against the member, outcomes of the reporters’ earlier reports, notes. Reading reported messages is logged.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    answer: z.object({
      data: z.object({
        /** Snapshots taken by the reports, oldest first. Kept for 90 days after the reports are resolved. */
        evidence: z
          .array(
            wording.extend({
              id,
              is_current: z.boolean(),
              /** The reported message and those around it that the reporter chose, oldest first. Empty for other subjects. */
              messages: z.array(evidenceMessage).max(1 + limits.reportedMessages),
              created_at: dated,
            }),
          )
          .max(limits.evidenceStates),
        /** Current content. Null if it is deleted, removed or erased, if there is no snapshot, and for messages. */
        now: wording.nullable(),
        /** Earlier versions of a forum post, newest first, even if it is deleted. */
        versions: z.array(forumPostVersion).max(limits.forumVersions),
        /** Acts against the member and their content, newest first. */
        history: z.array(moderationLogEntry).max(limits.moderationHistory),
        /** Outcomes of earlier reports by the same reporters. */
        reporters: z.array(z.object({ reporter: author, reports_count: z.number().int(), acted_on_count: z.number().int() })),
        notes: z.array(z.object({ id, author: author.nullable(), body: z.string(), created_at: dated })).max(limits.moderationHistory),
      }),
    }),
  },
});

export const takeReports = endpoint('takeReports', {
  method: 'POST',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Take a case, also from another organiser.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const leaveReports = endpoint('leaveReports', {
  method: 'DELETE',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Release a case.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const addReportNote = endpoint('addReportNote', {
  method: 'POST',
  path: '/moderation/reports/{id}/notes',
  access: 'organiser',
  takes: 'json',
  status: 201,
  summary: 'Add a note to a case, visible to organisers only.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({ body: text({ label: 'note', min: 1, max: limits.reportNote, lines: true }) }),
    answer: message,
  },
});

export const resolveReports = endpoint('resolveReports', {
  method: 'POST',
  path: '/moderation/reports/{id}/resolve',
  access: 'organiser',
  takes: 'json',
  summary: 'Resolve all open reports of the same content. A second decision is refused.',
  refuses: ['not_found', 'forbidden', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      outcome: z.enum(outcomes, because('outcomeUnknown')),
      /** Sent to the author of removed content, or to the suspended member. */
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
      rule_id: id.optional(),
      /** Content warning of a marked photo. */
      warning: warningText.optional(),
      /** End of a silence or suspension. Omitted or null: no end. */
      until,
    }),
    answer: message,
  },
});

export const resolveTogether = endpoint('resolveTogether', {
  method: 'POST',
  path: '/moderation/reports/resolve',
  access: 'organiser',
  takes: 'json',
  summary: 'Resolve several cases. The answer has the outcome of each; refused ones do not affect the others.',
  refuses: ['forbidden'],
  shape: {
    body: z.object({
      report_ids: z
        .array(id, reportSelectionInvalid)
        .min(1, reportSelectionInvalid)
        .max(limits.reportsTogether, reportSelectionInvalid)
        .refine((ids) => new Set(ids).size === ids.length, reportSelectionInvalid),
      /** Excludes silences and suspensions, which affect one member at a time. */
      outcome: z.enum(['dismissed', 'removed', 'warned'], because('outcomeUnknown')),
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
      rule_id: id.optional(),
    }),
    /** In the order of `report_ids`. */
    answer: z.object({ data: z.array(z.object({ id, refusal: refusal.nullable() })) }),
  },
});

export const removePhoto = endpoint('removePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Remove a post that breaks the rules, and resolve its reports. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const restorePhoto = endpoint('restorePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/restore',
  access: 'organiser',
  summary: 'Restore a removed post.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, answer: message },
});

export const markPhoto = endpoint('markPhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/mark',
  access: 'organiser',
  takes: 'json',
  summary: 'Set the content warning of a post, and resolve its reports. Its author is told why, and cannot change the warning.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: {
    params: idParams,
    body: explanation.safeExtend({ warning: warningText }),
    answer: message,
  },
});

export const unmarkPhoto = endpoint('unmarkPhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/unmark',
  access: 'organiser',
  takes: 'json',
  summary: 'Remove the content warning of a post. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: {
    params: idParams,
    body: z.object({ reason: text({ label: 'reason', min: 1, max: limits.moderationReason, lines: true }) }),
    answer: message,
  },
});

export const removeComment = endpoint('removeComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Remove a comment that breaks the rules, and resolve its reports. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const restoreComment = endpoint('restoreComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/restore',
  access: 'organiser',
  summary: 'Restore a removed comment within 30 days.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, answer: message },
});

export const restoreSeries = endpoint('restoreSeries', {
  method: 'POST',
  path: '/moderation/series/{id}/restore',
  access: 'organiser',
  summary: 'Restore a removed series.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: idParams, answer: message },
});

export const restoreExhibition = endpoint('restoreExhibition', {
  method: 'POST',
  path: '/moderation/exhibitions/{id}/restore',
  access: 'organiser',
  summary: 'Restore a removed exhibition.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: idParams, answer: message },
});

export const restoreFeedback = endpoint('restoreFeedback', {
  method: 'POST',
  path: '/moderation/feedback/{id}/restore',
  access: 'organiser',
  summary: 'Restore removed feedback about an entry in a challenge.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: idParams, answer: message },
});

export const suspendMember = endpoint('suspendMember', {
  method: 'POST',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  takes: 'json',
  summary: 'Suspend a member of a lower role, with or without an end. Ends all their sessions and API tokens.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation.safeExtend({ until }), answer: message },
});

export const endSuspension = endpoint('endSuspension', {
  method: 'DELETE',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  summary: 'End the suspension of a member of a lower role.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, answer: message },
});

export const warnMember = endpoint('warnMember', {
  method: 'POST',
  path: '/moderation/users/{id}/warn',
  access: 'organiser',
  takes: 'json',
  summary: 'Warn a member of a lower role. They see the warning until they acknowledge it.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const silenceMember = endpoint('silenceMember', {
  method: 'POST',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  takes: 'json',
  summary: 'Silence a member of a lower role, with or without an end: they can read but not write.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation.safeExtend({ until }), answer: message },
});

export const endSilence = endpoint('endSilence', {
  method: 'DELETE',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  summary: 'End the silence of a member of a lower role.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, answer: message },
});

export const listModerationLog = endpoint('listModerationLog', {
  method: 'GET',
  path: '/moderation/log',
  access: 'organiser',
  scope: 'admin:read',
  summary: 'List the acts of organisers, newest first.',
  shape: {
    query: z.object({
      per_page: paging.per_page,
      cursor: paging.cursor,
      action: z.enum(moderationActions, because('moderationActionUnknown')).optional(),
      actor: id.optional(),
    }),
    answer: z.object({ data: z.array(moderationLogEntry), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});
