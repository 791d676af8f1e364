import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Rule } from '@mbari/contract/moderation/rules';
import type { ReportReason } from '@mbari/contract/platform/reports';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { ruleJson } from '../../platform/moderation/cited-rule.ts';
import { aboutExhibition, logEntryConcerns, receivesFeedback, reportShown } from '../../platform/visibility/moderation.ts';
import { reports } from '../table.ts';

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
