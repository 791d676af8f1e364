import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { logEntryShown, reportShown } from '../../platform/visibility/moderation.ts';
import { reportNotes } from '../table.ts';
import { logColumns, logJoins, type LogRow } from './log-queries.ts';

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
