import type { Statements } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { clearClosedAt, countClosed, lockWithConnectedMembers, raiseStatementTimeout, setClosedAt, setErasingSince } from './queries.ts';

/** Hides the account and removes it from all counts. Returns false if already closed. */
export async function markClosed(tx: Statements, memberId: string): Promise<boolean> {
  await raiseStatementTimeout(tx);
  // Prevents a deadlock between members who follow each other and close at the same time.
  await lockWithConnectedMembers(tx, memberId);
  if ((await setClosedAt(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/** Reopens an account within 14 days of closing. Returns false later; sign-in then answers as for an unknown account. */
export async function reopenAccount(tx: Statements, memberId: string): Promise<boolean> {
  await raiseStatementTimeout(tx);
  // Counts change only if the account was closed.
  if ((await countClosed(tx, memberId)) === 1) {
    await lockWithConnectedMembers(tx, memberId);
    await queueForumRecount(tx, memberId);
    tx.hint('audience', memberId);
  }
  return (await clearClosedAt(tx, memberId)) === 1;
}

/** Marks up to 100 accounts closed 14 days ago as final. Returns their ids. */
export const markAccountsToErase = async (db: Statements): Promise<string[]> => (await setErasingSince(db)).map(({ id }) => id);

/** Queues the job that updates forum counts after a closing or reopening. */
export const queueForumRecount = (tx: Statements, memberId: string): Promise<void> =>
  addJob(tx, 'recount_forum_member', { member_id: memberId }, { key: `recount_forum_member:${memberId}` });
