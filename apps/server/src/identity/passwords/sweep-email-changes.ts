import type { Task } from '../../platform/jobs/task.ts';
import { removeStaleChanges } from './email-change-queries.ts';

export const sweepEmailChanges: Task = async (_payload, { context }) => {
  const removed = await removeStaleChanges(context.db);
  if (removed > 0) context.log.debug({ removed }, 'deleted unconfirmed changes of address');
};
