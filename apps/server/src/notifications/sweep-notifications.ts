import { inBatches } from '../platform/db/in-batches.ts';
import type { Task } from '../platform/jobs/task.ts';
import { removeOldNotifications, removeReadNotifications } from './queries.ts';

/** Deletes notifications 90 days after they were read, and all after a year. */
export const sweepNotifications: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeReadNotifications(db),
    () => removeOldNotifications(db),
  );
