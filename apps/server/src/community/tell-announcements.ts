import type { Task } from '../platform/jobs/task.ts';

/** Refreshes announcements on every open client when one begins or ends. */
export const tellAnnouncements: Task = async (_payload, { context }) => context.db.hint('announcements');
