import type { Statements } from '../../db/database.ts';
import { replacePasswordHash, setPasswordHash } from './queries.ts';

/** Gives an account another password, or with null none. Whoever calls it ends sessions and tells the owner. */
export async function setPassword(tx: Statements, memberId: string, hash: string | null): Promise<void> {
  await setPasswordHash(tx, memberId, hash);
}

/** Keeps the same password in another form, unless it was changed meanwhile. */
export async function replaceHash(db: Statements, memberId: string, from: string, to: string): Promise<void> {
  await replacePasswordHash(db, memberId, from, to);
}
