import type { Statements } from '../../db/database.ts';
import { setPasswordHash } from './queries.ts';

/** Gives an account another password, or with null none. Whoever calls it ends sessions and tells the owner. */
export async function setPassword(tx: Statements, memberId: string, hash: string | null): Promise<void> {
  await setPasswordHash(tx, memberId, hash);
}
