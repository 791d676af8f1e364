import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredHandoffs } from './queries.ts';

export const sweepHandoffs: Task = async (_payload, { context }) => {
  const handoffs = await removeExpiredHandoffs(context.db);
  if (handoffs > 0) context.log.debug({ handoffs }, 'deleted unfinished provider sign-ins');
};
