import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredResets } from './queries.ts';

/** What has expired is refused already; this only gives the room back. */
export const sweepResets: Task = async (_payload, { context }) => {
  const resets = await removeExpiredResets(context.db);
  if (resets > 0) context.log.debug({ resets }, 'removed expired links to new passwords');
};
