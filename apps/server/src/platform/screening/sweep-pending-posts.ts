import { inBatches } from '../db/in-batches.ts';
import type { Task } from '../jobs/task.ts';
import { removeOldPending, removeOldLinks } from './premoderation-queries.ts';

/** What was decided goes a month later, and the links that new accounts wrote after a day. */
export const sweepPendingPosts: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeOldPending(db),
    () => removeOldLinks(db),
  );
