import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeOldPending, removeOldLinks } from './premoderation-queries.ts';

/** Deletes decided posts after a month and links of new accounts after a day. */
export const sweepPendingPosts: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeOldPending(db),
    () => removeOldLinks(db),
  );
