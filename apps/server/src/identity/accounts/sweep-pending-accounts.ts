import type { Task } from '../../platform/jobs/task.ts';
import { removeNotLetIn, removeStalePending } from './queries.ts';

/** Deletes accounts not verified within 48 hours or not approved. Their names become free. */
export const sweepPendingAccounts: Task = async (_payload, { context, signal }) => {
  let removed = 0;
  for (const remove of [removeStalePending, removeNotLetIn])
    for (let last = 1; last > 0 && !signal.aborted; removed += last) last = await remove(context.db);
  if (removed > 0) context.log.info({ accounts: removed }, 'deleted accounts that were never verified or approved');
};
