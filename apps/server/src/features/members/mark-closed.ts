import type { Statements } from '../../db/database.ts';
import { allowSeconds, setClosed } from './queries.ts';

/** From now on the account exists for nobody else and stands in no count. False where it was closed before. */
export async function markClosed(tx: Statements, memberId: string): Promise<boolean> {
  await allowSeconds(tx);
  return (await setClosed(tx, memberId)) === 1;
}
