import { endIfOver, listOver } from '../../identity/accounts/suspended-accounts.ts';
import type { Task } from '../../platform/jobs/task.ts';

/** Lets those back whose suspension is over, each in a transaction of its own: what comes back into the counts may be much. */
export const endSuspensions: Task = async (_payload, { context: { db }, signal }) => {
  for (const memberId of await listOver(db)) {
    if (signal.aborted) return;
    await db.transaction((tx) => endIfOver(tx, memberId));
  }
};
