import { inBatches } from '../../db/in-batches.ts';
import type { Task } from '../../jobs/task.ts';
import { removeDeletedComments, removeTombstones } from './erase-queries.ts';

/** Erases deleted comments once they cannot be reported any more; of one that others replied to, all but its row. One that organisers are still asked to look at waits until they have. */
export const sweepDeletedComments: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeDeletedComments(db),
    () => removeTombstones(db),
  );
