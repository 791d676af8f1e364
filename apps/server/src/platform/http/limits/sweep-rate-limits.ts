import type { Task } from '../../jobs/task.ts';
import { removeEndedWindows } from './queries.ts';

export const sweepRateLimits: Task = async (_payload, { context }) => {
  const windows = await removeEndedWindows(context.db);
  if (windows > 0) context.log.debug({ windows }, 'deleted ended rate limit windows');
};
