import type { Statements } from '../db/database.ts';
import { isId, newId } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import * as queries from './queries.ts';

export type { OpenReport } from './queries.ts';

/**
 * The open reports of what a report is about, locked until the transaction ends. Whoever acts on what is reported locks these first. Refuses
 * where there is no such report for the viewer, and where another organiser has resolved it.
 */
export async function lockReportsLike(tx: Statements, viewerId: string, reportId: string): Promise<queries.OpenReport[]> {
  if ((await findSubjects(tx, viewerId, [reportId])).size === 0) throw notFound('reportNotFound');
  return lockKnownReports(tx, viewerId, reportId);
}

/** What reports are about, by their ids; without those that are not there for the viewer. */
export async function findSubjects(db: Statements, viewerId: string, reportIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries.findReports(db, viewerId, reportIds.filter(isId));
  return new Map(rows.map(({ id, subject_id }) => [id, subject_id]));
}

/** … of a report that is known to be there for the viewer. */
export async function lockKnownReports(tx: Statements, viewerId: string, reportId: string): Promise<queries.OpenReport[]> {
  const reports = await queries.lockOpenReports(tx, viewerId, reportId);
  if (reports.length === 0) throw new Refusal('conflict', 'reportResolved');
  return reports;
}

/** … of a thing by its id; there may be none. */
export const lockReportsAbout = (tx: Statements, subjectId: string): Promise<queries.OpenReport[]> => queries.lockReportsOf(tx, subjectId);

/** Resolves reports that were locked. `resolutionId`: the entry of the log that says what was done. */
export const markResolved = (tx: Statements, reports: readonly queries.OpenReport[], resolutionId: string): Promise<number> =>
  queries.setReportsResolved(
    tx,
    reports.map(({ id }) => id),
    resolutionId,
  );

/** Says on reports that were locked who looks at them; null: nobody does. */
export const assign = (tx: Statements, reports: readonly queries.OpenReport[], assigneeId: string | null): Promise<number> =>
  queries.setAssignee(
    tx,
    reports.map(({ id }) => id),
    assigneeId,
  );

/** Adds a note about what a report is about. */
export async function addNoteTo(db: Statements, viewerId: string, reportId: string, body: string): Promise<void> {
  if (!isId(reportId) || (await queries.addNote(db, viewerId, reportId, newId(), body)) === 0) throw notFound('reportNotFound');
}
