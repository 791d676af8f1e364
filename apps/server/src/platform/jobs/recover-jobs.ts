import { freeJobsOf, listDeadPools } from './queries.ts';
import type { Task } from './task.ts';

/** Frees the jobs of killed runners within about a minute. */
export const recoverJobs: Task = async (_payload, { context }) => {
  const dead = await listDeadPools(context.db);
  if (dead.length === 0) return;
  await freeJobsOf(
    context.db,
    dead.map((pool) => pool.pool_id),
  );
  context.log.warn({ jobs: dead.reduce((sum, pool) => sum + pool.jobs, 0) }, 'freed the jobs of a runner that died');
};
