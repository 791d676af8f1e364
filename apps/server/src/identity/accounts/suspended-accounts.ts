import type { Statements } from '../../platform/db/database.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { because, Refusal } from '../../platform/refusal.ts';
import { queueForumRecount } from './closed-accounts.ts';
import * as queries from './queries.ts';

/** Returns whether the address, in any spelling, is blocked by a suspension. */
export const isMailboxBlocked = async (tx: Statements, email: string): Promise<boolean> =>
  (await queries.countBlockedMailbox(tx, email)) > 0;

/** Locks an open, verified account before a suspension. */
export async function lockSuspendableAccount(tx: Statements, memberId: string): Promise<queries.SuspensionRow | undefined> {
  await queries.raiseStatementTimeout(tx);
  await queries.lockWithConnectedMembers(tx, memberId);
  return queries.findSuspension(tx, memberId);
}

/** Suspends a locked account: hides it from everyone and blocks sign-in. */
export async function markSuspended(tx: Statements, memberId: string, until: Date | null, reason: string): Promise<void> {
  await queries.updateSuspension(tx, memberId, until, reason);
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
}

/** Returns false if the locked account was not suspended. */
export async function markUnsuspended(tx: Statements, memberId: string): Promise<boolean> {
  if ((await queries.clearSuspension(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/** Returns whether an expired suspension ended. */
export async function endExpiredSuspension(tx: Statements, memberId: string): Promise<boolean> {
  if (!(await queries.isSuspensionExpired(tx, memberId))) return false;
  await lockSuspendableAccount(tx, memberId);
  if (!(await queries.isSuspensionExpired(tx, memberId)) || !(await markUnsuspended(tx, memberId))) return false;
  await recordModeration(tx, null, 'end_suspension', { memberId });
  return true;
}

/** Throws `account_suspended` with reason and end. Ends an expired suspension. */
export async function requireNotSuspended(tx: Statements, memberId: string): Promise<void> {
  const suspension = await queries.findSuspensionReason(tx, memberId);
  if (!suspension || (await endExpiredSuspension(tx, memberId))) return;
  const { reason, until } = suspension;
  if (reason === null) throw new Refusal('account_suspended', 'accountSuspended');
  const sentence =
    until === null
      ? because('accountSuspendedFor', { reason })
      : because('accountSuspendedUntil', { reason, until: until.toISOString().slice(0, 10) });
  throw new Refusal('account_suspended', sentence);
}

export const listExpiredSuspensions = async (db: Statements): Promise<string[]> =>
  (await queries.listExpiredSuspensions(db)).map(({ id }) => id);
