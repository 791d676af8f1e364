import { type Statements, violates } from '../../platform/db/database.ts';
import { notifyInviter } from '../joining/spend-invitation.ts';
import { replacePasswordHash, setApproved, setAwaitsApproval, setEmail, setEmailVerified, setPasswordHash } from './queries.ts';

/** `awaits approval`: the address is theirs, and organisers are to let them in first. */
export type Proved = 'verified' | 'awaits approval';

async function proved(tx: Statements, memberId: string, row: { awaits_approval: boolean } | undefined): Promise<Proved | null> {
  if (!row) return null;
  await notifyInviter(tx, memberId);
  return row.awaits_approval ? 'awaits approval' : 'verified';
}

/**
 * Makes the address this account's own. Null where it was verified before, by this account or by another that
 * was first: the database decides, however many clicks arrive at once.
 */
export const verifyAddress = async (tx: Statements, member: { id: string; email: string }): Promise<Proved | null> =>
  proved(tx, member.id, await setEmailVerified(tx, member.id, member.email));

/** Lets somebody wait for approval whose account was just opened with an address that somebody vouches for. */
export async function awaitApproval(tx: Statements, memberId: string): Promise<void> {
  await setAwaitsApproval(tx, memberId);
}

/** Lets somebody in who waited for it. False where they do not wait. Throws where their address is another's now: see `isAddressTaken`. */
export const letIn = async (tx: Statements, memberId: string): Promise<boolean> => (await setApproved(tx, memberId)) === 1;

/**
 * Gives an account another address, verified, in place of the one it has. Null where that changed meanwhile. Throws where the
 * new one is another's: see `isAddressTaken`.
 */
export const moveAddress = async (tx: Statements, memberId: string, { from, to }: { from: string; to: string }): Promise<Proved | null> =>
  proved(tx, memberId, await setEmail(tx, memberId, from, to));

/** Another account was first; the transaction is lost. */
export const isAddressTaken = (error: unknown): boolean =>
  violates(error, 'members_verified_email') || violates(error, 'members_awaiting_email');

/** Gives an account another password, or with null none. Whoever calls it ends sessions and tells the owner. */
export async function setPassword(tx: Statements, memberId: string, hash: string | null): Promise<void> {
  await setPasswordHash(tx, memberId, hash);
}

/** Keeps the same password in another form, unless it was changed meanwhile. */
export async function replaceHash(db: Statements, memberId: string, from: string, to: string): Promise<void> {
  await replacePasswordHash(db, memberId, from, to);
}
