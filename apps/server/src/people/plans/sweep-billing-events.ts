import type { Task } from '../../platform/jobs/task.ts';
import { removeOldEvents, removeUnnamedCustomers } from './queries.ts';

/** Stripe stops retrying after days, so events older than 90 days are deleted. */
export const sweepBillingEvents: Task = async (_payload, { context, signal }) => {
  for (const remove of [removeOldEvents, removeUnnamedCustomers]) {
    do signal.throwIfAborted();
    while ((await remove(context.db)) === 1000);
  }
};
