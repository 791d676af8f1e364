import type { Task } from '../../jobs/task.ts';
import { removeOldNotifications, removeReadNotifications } from './queries.ts';

/** What was read goes after 90 days, everything after a year: the table ends, however long the community lives. */
export const sweepNotifications: Task = async (_payload, { context, signal }) => {
  for (const remove of [removeReadNotifications, removeOldNotifications]) {
    do signal.throwIfAborted();
    while ((await remove(context.db)) === 1000);
  }
};
