import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeOldEvidence } from './evidence-queries.ts';

/** Erases snapshots 90 days after their reports were resolved. */
export const sweepEvidence: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeOldEvidence(db));
