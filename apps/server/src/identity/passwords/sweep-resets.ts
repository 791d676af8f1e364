import type { Task } from '../../platform/jobs/task.ts';
import { removeExpiredResets } from './queries.ts';

export const sweepResets: Task = async (_payload, { context }) => {
  const resets = await removeExpiredResets(context.db);
  if (resets > 0) context.log.debug({ resets }, 'deleted expired password resets');
};
