import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { removeDeletedComments, removeTombstones } from './erase-queries.ts';

/** Erases deleted comments that can no longer be reported. Comments with replies keep a tombstone row. */
export const sweepDeletedComments: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeDeletedComments(db),
    () => removeTombstones(db),
  );
