import { endIfOver, listOver } from '../../identity/accounts/suspended-accounts.ts';
import type { Task } from '../../platform/jobs/task.ts';

/** Ends expired suspensions, one per transaction, because each may restore many counters. */
export const endSuspensions: Task = async (_payload, { context: { db }, signal }) => {
  for (const memberId of await listOver(db)) {
    if (signal.aborted) return;
    await db.transaction((tx) => endIfOver(tx, memberId));
  }
};
