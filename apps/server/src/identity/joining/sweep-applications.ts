import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { removeOldApproved } from './application-queries.ts';

/** What members wrote to be let in goes a month after they were. Who is not let in goes with their account: see `sweepPendingAccounts`. */
export const sweepApplications: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeOldApproved(db));
