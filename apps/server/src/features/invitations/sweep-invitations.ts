import { inBatches } from '../../db/in-batches.ts';
import type { Task } from '../../jobs/task.ts';
import { removeEnded } from './queries.ts';

/** Invitations go three months after they ended. */
export const sweepInvitations: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => removeEnded(db));
