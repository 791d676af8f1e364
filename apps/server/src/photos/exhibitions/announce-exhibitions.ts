import { notifyOfExhibition } from '../../notifications/notify-in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { setAnnounced } from './edit-queries.ts';
import { listUnannounced } from './queries.ts';

/** Notifies followers and artists of exhibitions that have opened. Safe to interrupt and to repeat: a unique key allows one notification per member. */
export const announceExhibitions: Task = async (_payload, { context: { db }, signal }) => {
  for (const { id } of await listUnannounced(db)) {
    await notifyOfExhibition(db, id, signal);
    await setAnnounced(db, id);
  }
};
