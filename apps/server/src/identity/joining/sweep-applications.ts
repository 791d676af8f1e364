import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { removeOldApproved } from './application-queries.ts';

/** Deletes applications a month after approval. */
export const sweepApplications: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeOldApproved(db));
