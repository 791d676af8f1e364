import { z } from 'zod';
import { forumPostVersion } from '../forum/posts.ts';
import { author } from '../people/members.ts';
import { type AnswerOf, endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { reportReasons } from '../platform/reports.ts';
import { moderationActions } from './actions.ts';
import { logDetails } from './log-details.ts';
import { rule } from './rules.ts';

const image = z.object({ url: z.string(), width: z.number().int(), height: z.number().int(), color: z.string(), alt: z.string() });

/** What is reported. Of what the viewer could not read otherwise, title, excerpt and image are there only while a report of it is open. */
const subject = z.object({
  /** `topic`: by its opening. */
  type: z.enum(['photo', 'comment', 'user', 'forum_post', 'topic']),
  id,
  /** `removed`: by organisers, who can bring it back. `deleted`: by its author, or for good. */
  state: z.enum(['there', 'removed', 'deleted']),
  /** Of a post or topic of the forum. */
  topic_id: id.nullable(),
  /** The content was edited since the report. Title, excerpt and image then show the snapshot. Only for open reports. */
  is_changed: z.boolean(),
  /** Where it is read; null where it is not there. */
  address: z.string().nullable(),
  /** Of the photo, or of the topic. */
  title: z.string().nullable(),
  excerpt: z.string().nullable(),
  image: image.nullable(),
  /** Whose it is; null once their account is erased. */
  author: author.nullable(),
  author_is_suspended: z.boolean(),
  created_at: dated,
});

/** Text and images of the content. */
const wording = z.object({
  /** Title of the photo or topic; name of the member. */
  title: z.string().nullable(),
  /** Caption, comment, Markdown of a post, or bio of a member. */
  body: z.string().nullable(),
  /** Question and choices of a poll; username, occupation and links of a member. */
  details: z.array(z.string()),
  images: z.array(image),
});
export type Wording = z.infer<typeof wording>;

const named = { reason: z.enum(reportReasons).nullable(), rule: rule.nullable() };

const oneReport = z.object({
  /** Null once their account is closed, and where nobody did: see `is_automatic`. */
  reporter: author.nullable(),
  /** It has what is on the list of words and links; `note` says what. */
  is_automatic: z.boolean(),
  /** One of these, or a rule. */
  ...named,
  note: z.string().nullable(),
  created_at: dated,
});

export const outcomes = ['dismissed', 'removed', 'warned', 'silenced', 'suspended'] as const;

const resolution = z.object({
  outcome: z.enum(outcomes),
  /** What the author was told, or what organisers noted. */
  reason: z.string().nullable(),
  /** The one that was cited. */
  rule: rule.nullable(),
  /** Null once their account is erased. */
  by: author.nullable(),
  created_at: dated,
});

/** All reports of one thing that are open, or that were resolved together. */
const reportCase = z.object({
  /** Of its first report that is open; of its resolution. */
  id,
  /** Null: it is erased. */
  subject: subject.nullable(),
  /** One of the reports names what cannot wait. */
  is_urgent: z.boolean(),
  reports_count: z.number().int(),
  /** How often each was given, the most frequent first. */
  reasons: z.array(z.object({ ...named, count: z.number().int() })),
  /** The newest five. */
  reports: z.array(oneReport).max(limits.embeddedReports),
  /** Who has taken it. */
  assignee: author.nullable(),
  resolution: resolution.nullable(),
  viewer: z.object({
    may_remove: z.boolean(),
    /** Warn, silence, suspend. */
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
  /** Who did it. Null: the clock, or somebody whose account is erased. */
  actor: author.nullable(),
  /** Whom it was done to. */
  member: author.nullable(),
  /** What the member was told. */
  reason: z.string().nullable(),
  /** The one that was cited. */
  rule: rule.nullable(),
  /** What it was called, or how it begins; in older entries what `details` say in later ones, in English. */
  note: z.string().nullable(),
  details: logDetails.nullable(),
  /** The topic that posts went to, where it is there. */
  target: z.object({ title: z.string(), address: z.string() }).nullable(),
  /** Where it is read, if it may still be there. */
  address: z.string().nullable(),
  /** How many reports it resolved. */
  reports_count: z.number().int(),
  created_at: dated,
});
export type ModerationLogEntry = z.infer<typeof moderationLogEntry>;

/** What the author or the member is told: the rule, some words, or both. */
const explanation = z
  .object({ reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).default(''), rule_id: id.optional() })
  .refine(({ reason, rule_id }) => reason !== '' || rule_id !== undefined, { path: ['reason'], error: because('moderationReasonMissing') });

const until = z.iso.datetime(because('timeInvalid')).nullish();

const notChosen = because('reportsNotChosen', { most: limits.reportsTogether });

/** Why one of several was not resolved, as a call of its own would be refused. */
const refusal = z.object({
  code: z.string(),
  /** In English; `reason` says it in any language. */
  message: z.string(),
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type ReportBackground = AnswerOf<typeof readReport>['data'];

export const listReports = endpoint('listReports', {
  method: 'GET',
  path: '/moderation/reports',
  access: 'organiser',
  summary:
    'What is reported, once for all reports of one thing: open ones by whether they are urgent and how many reported it, resolved ones newest first. Organisers; nobody sees reports of what is theirs.',
  shape: {
    query: z.object({
      state: z.enum(['open', 'resolved'], because('reportStateUnknown')).default('open'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({
      data: z.array(reportCase),
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({
        /** How many things are reported, of the newest ten thousand reports that are open; null where resolved ones were asked for. */
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
    'What organisers know around a report, or around reports by their resolution: what was reported as it was then and as it is, what was done about its member before, how the reporters’ earlier reports ended, notes.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    answer: z.object({
      data: z.object({
        /** Snapshots taken by the reports, oldest first. Kept for 90 days after the reports are resolved. */
        evidence: z.array(wording.extend({ id, is_current: z.boolean(), created_at: dated })).max(limits.evidenceStates),
        /** Current content. Null if it is deleted, removed or erased, or if there is no snapshot. */
        now: wording.nullable(),
        /** Earlier versions of a forum post, newest first, even if it is deleted. */
        versions: z.array(forumPostVersion).max(limits.forumVersions),
        /** What was done about the member, and about what is theirs, the newest first. */
        history: z.array(moderationLogEntry).max(limits.moderationHistory),
        /** How earlier reports of those who reported it ended. */
        reporters: z.array(z.object({ reporter: author, reports_count: z.number().int(), acted_on_count: z.number().int() })),
        /** The oldest first. */
        notes: z.array(z.object({ id, author: author.nullable(), body: z.string(), created_at: dated })).max(limits.moderationHistory),
      }),
    }),
  },
});

export const takeReports = endpoint('takeReports', {
  method: 'POST',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Say that one is looking at what is reported, also in place of another organiser: organisers.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const leaveReports = endpoint('leaveReports', {
  method: 'DELETE',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Leave what one has taken to others: organisers.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const addReportNote = endpoint('addReportNote', {
  method: 'POST',
  path: '/moderation/reports/{id}/notes',
  access: 'organiser',
  takes: 'json',
  status: 201,
  summary: 'Add a note about what is reported, for organisers alone.',
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
  summary: 'Resolve all open reports of what a report is about, at once: organisers. Whoever comes second is told so.',
  refuses: ['not_found', 'forbidden', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      outcome: z.enum(outcomes, because('outcomeUnknown')),
      /** Told to the author of what is removed, and to whoever is suspended. */
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
      /** The rule that is cited. */
      rule_id: id.optional(),
      /** When a silence or a suspension ends; left out or null, it lasts until it is taken back. */
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
  summary:
    'Resolve what several reports are about, each as by a call of its own: organisers. The answer says of each whether it was; what cannot be resolved does not keep the others from it.',
  refuses: ['forbidden'],
  shape: {
    body: z.object({
      report_ids: z
        .array(id, notChosen)
        .min(1, notChosen)
        .max(limits.reportsTogether, notChosen)
        .refine((ids) => new Set(ids).size === ids.length, notChosen),
      /** Who is silenced or suspended is looked at alone. */
      outcome: z.enum(['dismissed', 'removed', 'warned'], because('outcomeUnknown')),
      note: text({ label: 'note', max: limits.moderationReason, lines: true }).optional(),
      rule_id: id.optional(),
    }),
    /** In the order they were asked in. */
    answer: z.object({ data: z.array(z.object({ id, refusal: refusal.nullable() })) }),
  },
});

export const removePhoto = endpoint('removePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Take a post that breaks the rules out of sight, and resolve its reports: organisers. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const restorePhoto = endpoint('restorePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/restore',
  access: 'organiser',
  summary: 'Bring a removed post back: organisers.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, answer: message },
});

export const removeComment = endpoint('removeComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Take a comment that breaks the rules out of sight, and resolve its reports: organisers. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const restoreComment = endpoint('restoreComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/restore',
  access: 'organiser',
  summary: 'Bring a removed comment back: organisers, within 30 days.',
  refuses: ['not_found', 'forbidden', 'own_content'],
  shape: { params: idParams, answer: message },
});

export const suspendMember = endpoint('suspendMember', {
  method: 'POST',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  takes: 'json',
  summary: 'Suspend a member, until a time or until it is taken back: organisers, those whose role is below their own. All sessions end.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation.safeExtend({ until }), answer: message },
});

export const endSuspension = endpoint('endSuspension', {
  method: 'DELETE',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  summary: 'Let a suspended member back: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, answer: message },
});

export const warnMember = endpoint('warnMember', {
  method: 'POST',
  path: '/moderation/users/{id}/warn',
  access: 'organiser',
  takes: 'json',
  summary: 'Warn a member, who is shown it until they say that they have read it: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation, answer: message },
});

export const silenceMember = endpoint('silenceMember', {
  method: 'POST',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  takes: 'json',
  summary: 'Let a member read and not write, until a time or until it is taken back: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, body: explanation.safeExtend({ until }), answer: message },
});

export const endSilence = endpoint('endSilence', {
  method: 'DELETE',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  summary: 'Let a silenced member write again: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
  shape: { params: idParams, answer: message },
});

export const listModerationLog = endpoint('listModerationLog', {
  method: 'GET',
  path: '/moderation/log',
  access: 'organiser',
  summary: 'What organisers did, newest first: organisers.',
  shape: {
    query: z.object({
      per_page: paging.per_page,
      cursor: paging.cursor,
      action: z.enum(moderationActions, because('moderationActionUnknown')).optional(),
      /** The id of the organiser who did it. */
      actor: id.optional(),
    }),
    /** Not counted. */
    answer: z.object({ data: z.array(moderationLogEntry), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});
