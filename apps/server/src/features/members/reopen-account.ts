import type { Statements } from '../../db/database.ts';
import { allowSeconds, countClosed, lockWithNeighbours, reopenMember } from './queries.ts';

/**
 * Signing in again within 14 days, by whatever way, takes the closing back. False where the account cannot come back: its 14 days
 * are over, or its erasing has begun meanwhile. Then whoever signs in must be told what they would be told of no account at all.
 */
export async function reopenAccount(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // As whoever leaves does; who never left changes nobody's counts.
  if ((await countClosed(tx, memberId)) === 1) await lockWithNeighbours(tx, memberId);
  return (await reopenMember(tx, memberId)) === 1;
}
