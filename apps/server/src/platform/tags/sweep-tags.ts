import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeUnusedTags } from './queries.ts';

/** Tags go that nothing has any more. */
export const sweepTags: Task = (_payload, { context: { db }, signal }) => eraseUnusedTags(db, signal);

/** … at once, where what had them is erased. */
export const eraseUnusedTags = (db: Statements, signal: AbortSignal): Promise<void> => inBatches(signal, () => removeUnusedTags(db));
