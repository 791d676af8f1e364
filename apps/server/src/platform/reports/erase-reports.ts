import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import { removeReporter, removeReportsBelow, removeReportsOf } from './queries.ts';

/** Takes a closed account out of the reports it made, and erases those about it and about its next posts to be erased. */
export const eraseReports = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeReporter(db, memberId),
    () => removeReportsOf(db, memberId),
    () => removeReportsBelow(db, memberId),
  );
