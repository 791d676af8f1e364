import type { Statements } from '../db/database.ts';
import { isId, newId } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import * as queries from './report-queries.ts';

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
