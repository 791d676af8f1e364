import { inBatches } from '../../db/in-batches.ts';
import type { Task } from '../../jobs/task.ts';
import { removeOldHeld, removeOldLinks } from './queries.ts';

/** What was decided goes a month later, and the links that new accounts wrote after a day. */
export const sweepHeld: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeOldHeld(db),
    () => removeOldLinks(db),
  );
