import type { Statements } from '../../platform/db/database.ts';
import { allowSeconds, countClosed, lockWithNeighbours, removeErased, reopenMember, setClosed, setErasing } from './queries.ts';
import { queueForumRecount } from './queue-forum-recount.ts';

/** Hides the account and removes it from all counts. Returns false if it was closed already. */
export async function markClosed(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // Prevents a deadlock between members who follow each other and close at the same time.
  await lockWithNeighbours(tx, memberId);
  if ((await setClosed(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/** Reopens an account within 14 days of closing. Returns false once it is final; the sign-in must then answer as for an unknown account. */
export async function reopenAccount(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // An account that was not closed changes no counts.
  if ((await countClosed(tx, memberId)) === 1) {
    await lockWithNeighbours(tx, memberId);
    await queueForumRecount(tx, memberId);
    tx.hint('audience', memberId);
  }
  return (await reopenMember(tx, memberId)) === 1;
}

/** Marks up to 100 accounts closed 14 days ago as final. Returns their ids. */
export const beginErasing = async (db: Statements): Promise<string[]> => (await setErasing(db)).map(({ id }) => id);

/** Deletes the account's row; sessions, passkeys and other rows cascade. */
export const eraseAccount = (db: Statements, memberId: string): Promise<number> => removeErased(db, memberId);
