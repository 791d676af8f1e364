import type { Statements } from '../../platform/db/database.ts';
import { allowSeconds, countClosed, lockWithNeighbours, removeErased, reopenMember, setClosed, setErasing } from './queries.ts';
import { queueForumRecount } from './queue-forum-recount.ts';

/** From now on the account exists for nobody else and stands in no count. False where it was closed before. */
export async function markClosed(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // Members who follow each other and leave together would else wait for each other in a circle.
  await lockWithNeighbours(tx, memberId);
  if ((await setClosed(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/**
 * Signing in again within 14 days, in any way, takes the closing back. False where the account cannot come back: its 14 days are over,
 * or its erasing has begun meanwhile. The answer to such a sign-in must be the same as for an account that does not exist.
 */
export async function reopenAccount(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // As when it was closed. An account that is open changes nobody's counts.
  if ((await countClosed(tx, memberId)) === 1) {
    await lockWithNeighbours(tx, memberId);
    await queueForumRecount(tx, memberId);
    tx.hint('audience', memberId);
  }
  return (await reopenMember(tx, memberId)) === 1;
}

/** Accounts closed 14 days ago or earlier, which from now on cannot come back; a hundred at most, the longest closed first. */
export const beginErasing = async (db: Statements): Promise<string[]> => (await setErasing(db)).map(({ id }) => id);

/** The last step of erasing: the account's row, with sessions, passkeys and all else that refers to it. Name and address are free again. */
export const eraseAccount = (db: Statements, memberId: string): Promise<number> => removeErased(db, memberId);
