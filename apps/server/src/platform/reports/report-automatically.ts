import type { Statements } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type AutomaticReport, addAutomaticReports } from './queries.ts';

interface Written {
  id: string;
  /** What of the list it has; null: nothing. */
  listed: string | null;
}

/** Puts what was just written before the organisers where it has what is on the list: once for as long as it is open. */
export async function reportAutomatically(tx: Statements, subject: AutomaticReport['subject'], written: readonly Written[]): Promise<void> {
  const reports = written.flatMap(({ id, listed }) => (listed === null ? [] : [{ id: newId(), subject, subjectId: id, note: listed }]));
  if (reports.length > 0) await addAutomaticReports(tx, reports);
}
