import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredHandoffs } from './queries.ts';

/** What has expired is refused already; this only gives the room back. */
export const sweepHandoffs: Task = async (_payload, { context }) => {
  const handoffs = await removeExpiredHandoffs(context.db);
  if (handoffs > 0) context.log.debug({ handoffs }, 'removed sign-ins that nobody finished');
};
