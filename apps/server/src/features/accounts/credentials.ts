import { type Statements, violates } from '../../db/database.ts';
import { replacePasswordHash, setEmail, setEmailVerified, setPasswordHash } from './queries.ts';

/**
 * Makes the address this account's own. False where it was verified before, by this account or by another that
 * was first: the database decides, however many clicks arrive at once.
 */
export async function verifyAddress(tx: Statements, member: { id: string; email: string }): Promise<boolean> {
  return (await setEmailVerified(tx, member.id, member.email)) === 1;
}

/**
 * Gives an account another address, verified, in place of the one it has. False where that changed meanwhile. Throws where the
 * new one is another's: see `isAddressTaken`.
 */
export const moveAddress = async (tx: Statements, memberId: string, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await setEmail(tx, memberId, from, to)) === 1;

/** Another account was first; the transaction is lost. */
export const isAddressTaken = (error: unknown): boolean => violates(error, 'members_verified_email');

/** Gives an account another password, or with null none. Whoever calls it ends sessions and tells the owner. */
export async function setPassword(tx: Statements, memberId: string, hash: string | null): Promise<void> {
  await setPasswordHash(tx, memberId, hash);
}

/** Keeps the same password in another form, unless it was changed meanwhile. */
export async function replaceHash(db: Statements, memberId: string, from: string, to: string): Promise<void> {
  await replacePasswordHash(db, memberId, from, to);
}
