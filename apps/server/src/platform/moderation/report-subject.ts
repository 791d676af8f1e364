import type * as calls from '@mbari/contract/platform/reports';
import { report, urgentReasons } from '@mbari/contract/platform/reports';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { inBatches } from '../db/batch.ts';
import type { Statements } from '../db/database.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId, newId } from '../ids.ts';
import type { Task } from '../jobs/add-job.ts';
import { queueWebhooks } from '../jobs/queue-webhooks.ts';
import { answers } from '../languages.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { spendAsMember } from '../screening/screen.ts';
import { removeOldEvidence } from './evidence-queries.ts';
import * as queries from './report-queries.ts';
import {
  addAutomaticReports,
  addReport,
  type AutomaticReport,
  removeReporter,
  removeReportsBelow,
  removeReportsOf,
} from './report-queries.ts';

export const reportRoutes = [
  route(report, async ({ context, member, body }) => {
    await reportSubject(context, member, body);
    return { message: answers.reported };
  }),
];

interface Written {
  id: string;
  listed: string | null;
}

/** Reports new content that matches the word list, unless an automatic report about it is open. */
export async function reportAutomatically(tx: Statements, subject: AutomaticReport['subject'], texts: readonly Written[]): Promise<void> {
  const reports = texts.flatMap(({ id, listed }) => (listed === null ? [] : [{ id: newId(), subject, subjectId: id, note: listed }]));
  const added = reports.length > 0 ? await addAutomaticReports(tx, reports) : [];
  const events = added.map(({ id }) => ({ report_id: id, subject_type: subject, reason: 'other' as const, is_urgent: false }));
  if (events.length > 0) await queueWebhooks(tx, 'report_opened', ...events);
}

/** Reports a subject to the organisers. Hidden and missing subjects get the same refusal. */
async function reportSubject(
  context: Context,
  reporter: Viewer,
  {
    subject_type: subject,
    subject_id: subjectId,
    message_ids: messageIds = [],
    reason: given,
    rule_id: named,
    note = '',
  }: z.output<typeof calls.report.shape.body>,
): Promise<void> {
  await spendAsMember(context, reporter, 'report by member');
  const reason = given ?? null;
  const ruleId = named ?? null;
  if (ruleId !== null && !isId(ruleId)) throw noSuchRule();
  const isUrgent = reason !== null && urgentReasons.includes(reason);
  const report = {
    subject,
    id: newId(),
    reporterId: reporter.id,
    subjectId,
    messageIds: messageIds.filter(isId),
    reason,
    ruleId,
    isUrgent,
    note,
  };
  const reported = await context.db.transaction(async (tx) => {
    const added = isId(subjectId) ? await addReport(tx, report) : undefined;
    if (added?.is_added)
      await queueWebhooks(tx, 'report_opened', { report_id: report.id, subject_type: subject, reason, is_urgent: added.is_urgent });
    return added;
  });
  if (!reported) throw notFound();
  if (!reported.is_rule) throw noSuchRule();
  if (reported.owner_id === reporter.id) throw new Refusal('own_content', 'cannotReportOwn');
}

const noSuchRule = (): Refusal => invalid({ rule_id: ['ruleUnknown'] });

export type { OpenReport } from './report-queries.ts';

/**
 * Locks the open reports about the same subject. Every act on a reported subject locks them first. Throws if the report
 * does not exist for the viewer or is resolved.
 */
export async function lockReportsLike(tx: Statements, viewerId: string, reportId: string): Promise<queries.OpenReport[]> {
  if ((await findSubjects(tx, viewerId, [reportId])).size === 0) throw notFound('reportNotFound');
  return lockKnownReports(tx, viewerId, reportId);
}

export async function findSubjects(db: Statements, viewerId: string, reportIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries.findReports(db, viewerId, reportIds.filter(isId));
  return new Map(rows.map(({ id, subject_id }) => [id, subject_id]));
}

/** Like `lockReportsLike`, for a report that the viewer may see. */
export async function lockKnownReports(tx: Statements, viewerId: string, reportId: string): Promise<queries.OpenReport[]> {
  const reports = await queries.lockOpenReports(tx, viewerId, reportId);
  if (reports.length === 0) throw new Refusal('conflict', 'reportResolved');
  return reports;
}

export const lockReportsAbout = (tx: Statements, subjectId: string): Promise<queries.OpenReport[]> => queries.lockReportsOf(tx, subjectId);

export const markResolved = (tx: Statements, reports: readonly queries.OpenReport[], resolutionId: string): Promise<number> =>
  queries.setReportsResolved(
    tx,
    reports.map(({ id }) => id),
    resolutionId,
  );

export const assign = (tx: Statements, reports: readonly queries.OpenReport[], assigneeId: string | null): Promise<number> =>
  queries.setAssignee(
    tx,
    reports.map(({ id }) => id),
    assigneeId,
  );

export async function addNoteTo(db: Statements, viewerId: string, reportId: string, body: string): Promise<void> {
  if (!isId(reportId) || (await queries.addNote(db, viewerId, reportId, newId(), body)) === 0) throw notFound('reportNotFound');
}

/** Anonymises the reports that a closed account sent. Deletes reports about the account and its posts. */
export const eraseReports = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeReporter(db, memberId),
    () => removeReportsOf(db, memberId),
    () => removeReportsBelow(db, memberId),
  );

/** Erases snapshots 90 days after their reports were resolved. */
export const sweepEvidence: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeOldEvidence(db));

/** Returns the SQL of a rule as JSON, retired or not; null if none is cited. */
export const ruleJson = (id: string): string =>
  `(select jsonb_build_object('id', cited.id, 'title', cited.title, 'body', cited.body) from rules cited where cited.id = ${id})`;
