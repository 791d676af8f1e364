import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import { removeReporter, removeReportsBelow, removeReportsOf } from './queries.ts';

/** Anonymises a closed account's reports, and deletes those about it and its posts. */
export const eraseReports = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeReporter(db, memberId),
    () => removeReportsOf(db, memberId),
    () => removeReportsBelow(db, memberId),
  );
