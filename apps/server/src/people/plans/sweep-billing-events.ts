import type { Task } from '../../platform/jobs/task.ts';
import { removeOldEvents, removeUnnamedCustomers } from './queries.ts';

/** The provider gives up sending an event after days; after 90 there is nothing left that could come twice. */
export const sweepBillingEvents: Task = async (_payload, { context, signal }) => {
  for (const remove of [removeOldEvents, removeUnnamedCustomers]) {
    do signal.throwIfAborted();
    while ((await remove(context.db)) === 1000);
  }
};
