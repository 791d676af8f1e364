import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Rule } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import type { ReportReason } from '@mbari/contract/platform/reports';
import { images } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { contentOf, type EvidenceContent } from '../../platform/moderation/evidence-queries.ts';
import { ruleJson } from '../../platform/moderation/report-subject.ts';
import { feedbackThere } from '../../platform/visibility/challenges.ts';
import { exhibitionThere } from '../../platform/visibility/exhibitions.ts';
import { topicThere } from '../../platform/visibility/forum.ts';
import { aboutExhibition, logEntryConcerns, logEntryShown, receivesFeedback, reportShown } from '../../platform/visibility/moderation.ts';
import { photoKept } from '../../platform/visibility/photos.ts';
import { seriesThere } from '../../platform/visibility/series.ts';
import { moderationLog, reportEvidence, reportNotes, reports } from '../table.ts';

/** `owner_id`: author of the content, or the reported member if no content is set. */
const caseOfReport = reports.pick(
  'photo_id',
  'comment_id',
  'forum_post_id',
  'series_id',
  'exhibition_id',
  'challenge_id',
  'feedback_id',
  'message_id',
  'owner_id',
  'assignee_id',
);
const shownOfReport = reports.pick('reason', 'note', 'is_automatic', 'created_at');

export const findForumPost = (tx: Statements, postId: string): Promise<{ id: string; topic_id: string; number: number } | undefined> =>
  tx.row('select id, topic_id, number from forum_posts where id = $1', [postId]);

/** Returns the member whom a log entry concerns; for an exhibition, all its curators. */
export const listConcerned = async (tx: Statements, entryId: string): Promise<string[]> =>
  (
    await tx.rows<{ member_id: string }>(
      `select l.member_id from moderation_log l where l.id = $1 and l.member_id is not null
       union select c.member_id from moderation_log l join exhibition_curators c on c.exhibition_id = l.exhibition_id
        where l.id = $1 and c.accepted_at is not null and ${aboutExhibition('l')} limit 10`,
      [entryId],
    )
  ).map(({ member_id }) => member_id);

export interface CaseRow extends Row<typeof caseOfReport> {
  id: string;
  is_urgent: boolean;
  reports_count: number;
  open_count: number | null;
  action: ModerationAction | null;
  reason: string | null;
  rule: Rule | null;
  actor_id: string | null;
  resolved_at: Date | null;
}

/** Open cases among the newest 10,000 reports: urgent first, then most reports, then newest first report. The cursor is `$2` to `$4`. */
export const listOpenCases = (
  db: Statements,
  viewerId: string,
  after: { isUrgent: boolean; count: number; id: string },
  limit: 21 | 51,
): Promise<CaseRow[]> =>
  db.rows(
    `with newest as materialized (
            select r.id, r.subject_id, r.is_urgent from reports r where r.resolved_at is null and ${reportShown('$1', 'r')} order by r.id desc limit 10000),
          cases as materialized (
            select subject_id, bool_or(is_urgent) as is_urgent, count(newest.id)::int as reports_count, min(id::text)::uuid as id from newest group by subject_id)
     select c.id, c.is_urgent, c.reports_count, (select count(*)::int from cases) as open_count, ${caseOfReport.of('r')},
            null as action, null as reason, null as rule, null as actor_id, null as resolved_at
       from (select * from cases where (is_urgent, reports_count, id) < ($2::boolean, $3::int, $4::uuid)
              order by is_urgent desc, reports_count desc, id desc limit ${limit}) c
       join reports r on r.id = c.id order by c.is_urgent desc, c.reports_count desc, c.id desc`,
    [viewerId, after.isUrgent, after.count, after.id],
  );

export const listResolvedCases = (db: Statements, viewerId: string, before: string, limit: 21 | 51): Promise<CaseRow[]> =>
  db.rows(
    `select l.id, false as is_urgent, null as assignee_id, l.reports_count, null as open_count, l.photo_id, l.comment_id, l.post_id as forum_post_id, l.series_id, l.exhibition_id, l.challenge_id, l.feedback_id, l.message_id, l.member_id as owner_id,
            l.action, l.reason, ${ruleJson('l.rule_id')} as rule, l.actor_id, l.created_at as resolved_at
       from moderation_log l where l.id < $2 and l.reports_count > 0 and not ${logEntryConcerns('$1', 'l')}
        and not ${receivesFeedback('$1', 'l.feedback_id')} order by l.id desc limit ${limit}`,
    [viewerId, before],
  );

export interface ReportRow extends Row<typeof shownOfReport> {
  /** Id of an open case's first report, or of a resolved case's resolution. */
  case_id: string;
  reporter_id: string | null;
  rule: Rule | null;
}

const caseConditions = {
  open: 'r.subject_id = (select f.subject_id from reports f where f.id = cases.id) and r.resolved_at is null',
  resolved: 'r.resolution_id = cases.id',
};

/** The newest five reports of each case, newest first. */
export const listReportRows = (db: Statements, caseIds: readonly string[], state: 'open' | 'resolved'): Promise<ReportRow[]> =>
  db.rows(
    `select cases.id as case_id, newest.* from unnest($1::uuid[]) as cases(id) cross join lateral (
       select (select m.id from members m where m.id = r.reporter_id and m.closed_at is null) as reporter_id, ${shownOfReport.of('r')}, ${ruleJson('r.rule_id')} as rule
         from reports r where ${caseConditions[state]} order by r.id desc limit 5) newest`,
    [caseIds],
  );

export interface ReasonRow {
  case_id: string;
  reason: ReportReason | null;
  rule: Rule | null;
  count: number;
}

/** Reasons with their counts, among the newest 1,000 reports of each case. */
export const listReasonRows = (db: Statements, caseIds: readonly string[], state: 'open' | 'resolved'): Promise<ReasonRow[]> =>
  db.rows(
    `select cases.id as case_id, reasons.reason, ${ruleJson('reasons.rule_id')} as rule, reasons.count from unnest($1::uuid[]) as cases(id) cross join lateral (
       select newest.reason, newest.rule_id, count(*)::int as count from (
         select r.reason, r.rule_id from reports r where ${caseConditions[state]} order by r.id desc limit 1000) newest group by newest.reason, newest.rule_id) reasons
      order by reasons.count desc, reasons.reason, reasons.rule_id`,
    [caseIds],
  );

export interface ReportSubjectRow {
  subject_id: string;
  owner_id: string | null;
  /** The subject, if it is a message that still exists. */
  message_id: string | null;
}

/** Returns subject and owner of a report or resolution, even if only the snapshot is left. */
export const findReportSubject = (db: Statements, viewerId: string, id: string): Promise<ReportSubjectRow | undefined> =>
  db.row(
    `select s.subject_id, s.owner_id, (select msg.id from messages msg where msg.id = s.subject_id) as message_id from (
       select r.subject_id, r.owner_id from reports r where r.id = $2
       union all (select r.subject_id, r.owner_id from reports r where r.resolution_id = $2 limit 1)
       union all (select e.subject_id, e.owner_id from report_evidence e where e.resolution_id = $2 limit 1)) s
      where ${reportShown('$1', 's')} limit 1`,
    [viewerId, id],
  );

/** The newest 20 acts on a member or their content, without dismissed reports and the reading of messages. */
export const listHistory = (db: Statements, viewerId: string, memberId: string | null): Promise<LogRow[]> =>
  db.rows(
    `select ${logColumns} from (
       select l.* from moderation_log l where l.member_id = $2 and l.action not in ('dismiss_reports', 'read_messages') and ${logEntryShown('$1', 'l')}
        order by l.id desc limit 20) l
     ${logJoins} order by l.id desc`,
    [viewerId, memberId],
  );

const note = reportNotes.pick('id', 'author_id', 'body', 'created_at');

/** The newest 20 notes about a subject, oldest first. */
export const listNotes = (db: Statements, subjectId: string): Promise<Row<typeof note>[]> =>
  db.rows(
    `select newest.* from (
       select ${note.of('n')} from reports r join report_notes n on n.report_id = r.id
        where r.subject_id = $1 order by n.id desc limit 20) newest order by newest.id`,
    [subjectId],
  );

interface ReporterRow {
  reporter_id: string;
  reports_count: number;
  acted_on_count: number;
}

/** Outcomes of up to 100 resolved reports for each of a subject's five newest reporters. */
export const listReporters = (db: Statements, subjectId: string): Promise<ReporterRow[]> =>
  db.rows(
    `select newest.reporter_id, record.reports_count, record.acted_on_count
       from (select r.reporter_id, r.id from reports r where r.subject_id = $1 and r.resolved_at is null and r.reporter_id is not null
              order by r.id desc limit 5) newest
       cross join lateral (
         select count(resolved.id)::int as reports_count, count(resolved.id) filter (where resolved.action <> 'dismiss_reports')::int as acted_on_count
           from (select r.id, l.action from reports r join moderation_log l on l.id = r.resolution_id
                  where r.reporter_id = newest.reporter_id limit 100) resolved) record`,
    [subjectId],
  );

const evidence = reportEvidence.pick('id', 'content', 'created_at');
const shownOfImage = images.pick('id', 'width', 'height', 'color', 'widths');

export const listEvidence = (db: Statements, subjectId: string): Promise<Row<typeof evidence>[]> =>
  db.rows(
    `select newest.* from (
       select ${evidence.of('e')} from report_evidence e where e.subject_id = $1 order by e.id desc limit ${limits.evidenceStates}) newest
      order by newest.id`,
    [subjectId],
  );

/** SQL of a row `s` with the subject columns of `reports`, from a snapshot's type and subject id. */
const subjectOf = (type: string, id: string): string => `(select case when ${type} = 'photo' then ${id} end as photo_id,
  case when ${type} = 'comment' then ${id} end as comment_id, case when ${type} = 'user' then ${id} end as member_id,
  case when ${type} in ('forum_post', 'topic') then ${id} end as forum_post_id,
  case when ${type} = 'series' then ${id} end as series_id, case when ${type} = 'exhibition' then ${id} end as exhibition_id,
  case when ${type} = 'challenge' then ${id} end as challenge_id, case when ${type} = 'feedback' then ${id} end as feedback_id) s`;

export const findContent = async (
  db: Statements,
  type: EvidenceContent['type'],
  subjectId: string,
): Promise<{ content: EvidenceContent | null; is_there: boolean }> =>
  (await db.row<{ content: EvidenceContent | null; is_there: boolean }>(
    `select ${contentOf('s')} as content,
            (exists (select from photos p where p.id = s.photo_id and ${photoKept('p')})
             or exists (select from comments c where c.id = s.comment_id and c.deleted_at is null)
             or exists (select from members m where m.id = s.member_id and m.closed_at is null)
             or exists (select from forum_posts p join forum_topics t on t.id = p.topic_id
                         where p.id = s.forum_post_id and p.is_there and ${topicThere('t')})
             or exists (select from series x where x.id = s.series_id and ${seriesThere('x')})
             or exists (select from exhibitions x where x.id = s.exhibition_id and ${exhibitionThere('x')})
             or exists (select from challenges x where x.id = s.challenge_id)
             or exists (select from challenge_feedback x where x.id = s.feedback_id and ${feedbackThere('x')})) as is_there
       from ${subjectOf('$1::text', '$2::uuid')}`,
    [type, subjectId],
  ))!;

export interface FirstEvidenceRow {
  case_id: string;
  content: EvidenceContent;
  /** The subject was edited or erased since the snapshot. */
  is_changed: boolean;
}

export const listFirstEvidence = (db: Statements, caseIds: readonly string[]): Promise<FirstEvidenceRow[]> =>
  db.rows(
    `select cases.id as case_id, e.content, e.content is distinct from (select ${contentOf('s')} from ${subjectOf("e.content ->> 'type'", 'e.subject_id')}) as is_changed
       from unnest($1::uuid[]) as cases(id) join reports r on r.id = cases.id cross join lateral (
         select re.subject_id, re.content from report_evidence re
          where re.subject_id = r.subject_id and re.resolution_id is null order by re.id limit 1) e`,
    [caseIds],
  );

export type EvidenceImageRow = Row<typeof shownOfImage>;

export const listEvidenceImages = (db: Statements, ids: readonly string[]): Promise<EvidenceImageRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.rows(`select ${shownOfImage.names} from images where id = any($1::uuid[])`, [ids]);

const entry = moderationLog.pick(
  'id',
  'action',
  'actor_id',
  'member_id',
  'photo_id',
  'comment_id',
  'series_id',
  'exhibition_id',
  'challenge_id',
  'note',
  'details',
  'reason',
  'reports_count',
  'created_at',
);

export interface LogRow extends Row<typeof entry> {
  /** Photo below which the comment was written. */
  comment_photo_id: string | null;
  topic_id: string | null;
  topic_slug: string | null;
  post_number: number | null;
  /** The topic that `details` names, if it still exists. */
  target: { title: string; slug: string } | null;
  rule: Rule | null;
}

const logColumns = `${entry.of('l')}, c.photo_id as comment_photo_id, t.id as topic_id, t.slug as topic_slug, fp.number as post_number,
  (select jsonb_build_object('title', d.title, 'slug', d.slug) from forum_topics d
    where d.id = (l.details ->> 'topic_id')::uuid and ${topicThere('d')}) as target, ${ruleJson('l.rule_id')} as rule`;
const logJoins = `left join comments c on c.id = l.comment_id left join forum_posts fp on fp.id = l.post_id
  left join forum_topics t on t.id = coalesce(fp.topic_id, l.topic_id)`;

// Each condition has its own index.
const filterConditions = {
  all: 'true',
  byActor: 'l.actor_id = $3',
  ofAction: 'l.action = $3',
  ofActionByActor: 'l.action = $3 and l.actor_id = $4',
};

interface LogFilter {
  before: string;
  action: ModerationAction | null;
  actorId: string | null;
  limit: 21 | 51;
}

/** Lists entries before an id, newest first. `limit` is the page size plus one. */
export function listLogRows(db: Statements, viewerId: string, { before, action, actorId, limit }: LogFilter): Promise<LogRow[]> {
  const filterValues = [action, actorId].filter((value) => value !== null);
  const filterKind = action === null ? (actorId === null ? 'all' : 'byActor') : actorId === null ? 'ofAction' : 'ofActionByActor';
  return db.rows(
    `select ${logColumns} from (
       select l.* from moderation_log l where l.id < $2 and ${filterConditions[filterKind]} and ${logEntryShown('$1', 'l')} order by l.id desc limit ${limit}) l
     ${logJoins} order by l.id desc`,
    [viewerId, before, ...filterValues],
  );
}

export const listHistoryRows = (db: Statements, viewerId: string, memberId: string): Promise<LogRow[]> =>
  db.rows(
    `select ${logColumns} from (
       select l.* from moderation_log l where l.member_id = $2 and ${logEntryShown('$1', 'l')} order by l.id desc limit 20) l
     ${logJoins} order by l.id desc`,
    [viewerId, memberId],
  );

export const listAuthors = (db: Statements, ids: readonly string[]): Promise<AuthorRow[]> =>
  db.rows(`select ${authorColumns('m')} from members m where m.id = any ($1::uuid[]) and m.closed_at is null`, [ids]);
