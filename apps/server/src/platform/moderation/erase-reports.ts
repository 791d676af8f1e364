import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeOldEvidence } from './evidence-queries.ts';
import { removeReporter, removeReportsBelow, removeReportsOf } from './report-queries.ts';

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
