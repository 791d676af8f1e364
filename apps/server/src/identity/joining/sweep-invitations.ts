import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { removeEnded } from './invitation-queries.ts';

export const sweepInvitations: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeEnded(db));
