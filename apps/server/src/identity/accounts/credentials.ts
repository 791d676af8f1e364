import { type Statements, violates } from '../../platform/db/database.ts';
import { notifyInviter } from '../joining/redeem-invitation.ts';
import {
  updateUnchangedPasswordHash,
  updateApproved,
  updateAwaitsApproval,
  updateEmail,
  updateEmailVerified,
  updatePasswordHash,
} from './queries.ts';

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

export async function requireApproval(tx: Statements, memberId: string): Promise<void> {
  await updateAwaitsApproval(tx, memberId);
}

/** Returns false if the account did not await approval. Throws if another account has the address: see `isAddressTaken`. */
export const approveAccount = async (tx: Statements, memberId: string): Promise<boolean> => (await updateApproved(tx, memberId)) === 1;

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

/** Sets or, with null, removes the password. The caller ends sessions and mails the owner. */
export async function setPassword(tx: Statements, memberId: string, hash: string | null): Promise<void> {
  await updatePasswordHash(tx, memberId, hash);
}

/** Stores a new hash of an unchanged password. */
export async function replaceHash(db: Statements, memberId: string, from: string, to: string): Promise<void> {
  await updateUnchangedPasswordHash(db, memberId, from, to);
}
