import type { Statements } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type AutomaticReport, addAutomaticReports } from './report-queries.ts';

interface Written {
  id: string;
  listed: string | null;
}

/** Reports new content that matches the word list, unless an automatic report about it is open. */
export async function reportAutomatically(tx: Statements, subject: AutomaticReport['subject'], texts: readonly Written[]): Promise<void> {
  const reports = texts.flatMap(({ id, listed }) => (listed === null ? [] : [{ id: newId(), subject, subjectId: id, note: listed }]));
  if (reports.length > 0) await addAutomaticReports(tx, reports);
}
