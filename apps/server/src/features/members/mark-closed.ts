import type { Statements } from '../../db/database.ts';
import { allowSeconds, lockWithNeighbours, setClosed } from './queries.ts';

/** From now on the account exists for nobody else and stands in no count. False where it was closed before. */
export async function markClosed(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  // Friends who leave together would else wait for each other in a circle.
  await lockWithNeighbours(tx, memberId);
  return (await setClosed(tx, memberId)) === 1;
}
