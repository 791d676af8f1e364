import type { Task } from '../../platform/jobs/task.ts';
import { removeNotLetIn, removeStalePending } from './queries.ts';

/** An account whose address was not verified within 48 hours never was anybody's: its name is free again. So is one that was not let in. */
export const sweepPendingAccounts: Task = async (_payload, { context, signal }) => {
  let removed = 0;
  for (const remove of [removeStalePending, removeNotLetIn])
    for (let last = 1; last > 0 && !signal.aborted; removed += last) last = await remove(context.db);
  if (removed > 0) context.log.info({ accounts: removed }, 'removed accounts that were never verified, or not let in');
};
