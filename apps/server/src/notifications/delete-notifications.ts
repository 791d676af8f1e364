import type { Statements } from '../platform/db/database.ts';
import { inBatches } from '../platform/db/in-batches.ts';
import type { Task } from '../platform/jobs/task.ts';
import { deleteNotificationsOf, deleteOldNotifications, deleteReadNotifications } from './queries.ts';

export const eraseNotifications = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => deleteNotificationsOf(db, memberId));

/** Deletes notifications 90 days after they were read, and all after a year. */
export const sweepNotifications: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => deleteReadNotifications(db),
    () => deleteOldNotifications(db),
  );
