import { type Statements, violates } from '../../platform/db/database.ts';
import { announceApplicant, notifyInviter } from '../joining/join-or-apply.ts';
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
  if (row.awaits_approval) await announceApplicant(tx, memberId);
  return row.awaits_approval ? 'awaits approval' : 'verified';
}

/** Verifies the address. Returns null if it is verified or blocked. Throws if another account verified it: see `isAddressTaken`. */
export const verifyAddress = async (tx: Statements, member: { id: string; email: string }): Promise<AddressStatus | null> =>
  finishVerification(tx, member.id, await updateEmailVerified(tx, member.id, member.email));

/** Returns false if the account did not await approval. Throws if another account has the address: see `isAddressTaken`. */
export const approveAccount = async (tx: Statements, memberId: string): Promise<boolean> => (await markApproved(tx, memberId)) === 1;

/**
 * Replaces the address `from` by the verified address `to`. Returns null if `from` is outdated. Throws if another account has `to`: see
 * `isAddressTaken`.
 */
export const changeAddress = async (
  tx: Statements,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<AddressStatus | null> => finishVerification(tx, memberId, await updateEmail(tx, memberId, from, to));

/** Returns whether the transaction failed because another account verified the address first. */
export const isAddressTaken = (error: unknown): boolean =>
  violates(error, 'members_verified_email') || violates(error, 'members_awaiting_email');
