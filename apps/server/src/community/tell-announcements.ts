import type { Task } from '../platform/jobs/task.ts';

/** An announcement begins or ends: whoever is here reads theirs anew. */
export const tellAnnouncements: Task = async (_payload, { context }) => context.db.hint('announcements');
