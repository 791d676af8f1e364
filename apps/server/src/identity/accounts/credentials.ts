import { type Statements, violates } from '../../platform/db/database.ts';
import { notifyInviter } from '../joining/redeem-invitation.ts';
import { markApproved, updateEmail, updateEmailVerified } from './queries.ts';

/** `awaits approval`: the address is verified, but an organiser must approve the account. */
export type AddressStatus = 'verified' | 'awaits approval';

async function finishVerification(
  tx: Statements,
  memberId: string,
  row: { awaits_approval: boolean } | undefined,
): Promise<AddressStatus | null> {
  if (!row) return null;
  await notifyInviter(tx, memberId);
  return row.awaits_approval ? 'awaits approval' : 'verified';
}

/** Verifies the address. Returns null if this or another account already did; a unique index decides. */
export const verifyAddress = async (tx: Statements, member: { id: string; email: string }): Promise<AddressStatus | null> =>
  finishVerification(tx, member.id, await updateEmailVerified(tx, member.id, member.email));

/** Returns false if the account did not await approval. Throws if another account has the address: see `isAddressTaken`. */
export const approveAccount = async (tx: Statements, memberId: string): Promise<boolean> => (await markApproved(tx, memberId)) === 1;

/**
 * Replaces the address by a verified one. Returns null if it changed meanwhile. Throws if another account has the new one: see
 * `isAddressTaken`.
 */
export const changeAddress = async (
  tx: Statements,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<AddressStatus | null> => finishVerification(tx, memberId, await updateEmail(tx, memberId, from, to));

/** Another account verified the address first; the transaction has failed. */
export const isAddressTaken = (error: unknown): boolean =>
  violates(error, 'members_verified_email') || violates(error, 'members_awaiting_email');
