import type { Task } from '../../jobs/task.ts';
import { removeStalePending } from './queries.ts';

/** An account whose address was not verified within 48 hours never was anybody's: its name is free again. */
export const sweepPendingAccounts: Task = async (_payload, { context, signal }) => {
  let removed = 0;
  for (let last = 1; last > 0 && !signal.aborted; removed += last) last = await removeStalePending(context.db);
  if (removed > 0) context.log.info({ accounts: removed }, 'removed pending accounts that were never verified');
};
