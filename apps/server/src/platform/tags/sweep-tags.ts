import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeUnusedTags } from './queries.ts';

export const sweepTags: Task = (_payload, { context: { db }, signal }) => eraseUnusedTags(db, signal);

/** Deletes unused tags at once, after an erasure. */
export const eraseUnusedTags = (db: Statements, signal: AbortSignal): Promise<void> => inBatches(signal, () => removeUnusedTags(db));
