import type { Statements } from '../../platform/db/database.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { because, Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';
import { queueForumRecount } from './queue-forum-recount.ts';

/** Returns whether the address, in any spelling, is blocked by a suspension. */
export const isMailboxBlocked = async (tx: Statements, email: string): Promise<boolean> =>
  (await queries.countBlockedMailbox(tx, email)) > 0;

/** Locks an open, verified account before a suspension. */
export async function lockSuspendable(tx: Statements, memberId: string): Promise<queries.SuspensionRow | undefined> {
  await queries.allowSeconds(tx);
  await queries.lockWithNeighbours(tx, memberId);
  return queries.findSuspension(tx, memberId);
}

/** Suspends a locked account: hides it from everyone and blocks sign-in. */
export async function markSuspended(tx: Statements, memberId: string, until: Date | null, reason: string): Promise<void> {
  await queries.setSuspended(tx, memberId, until, reason);
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
}

/** Returns false if the locked account was not suspended. */
export async function unmarkSuspended(tx: Statements, memberId: string): Promise<boolean> {
  if ((await queries.endSuspended(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/** Ends a suspension whose time is over. */
export async function endIfOver(tx: Statements, memberId: string): Promise<boolean> {
  if (!(await queries.isSuspensionOver(tx, memberId))) return false;
  await lockSuspendable(tx, memberId);
  if (!(await queries.isSuspensionOver(tx, memberId)) || !(await unmarkSuspended(tx, memberId))) return false;
  await recordModeration(tx, null, 'end_suspension', { memberId });
  return true;
}

/** Throws during a suspension, with reason and end; ends an expired one. */
export async function refuseSuspended(tx: Statements, memberId: string): Promise<void> {
  const suspension = await queries.findSuspensionReason(tx, memberId);
  if (!suspension || (await endIfOver(tx, memberId))) return;
  const { reason, until } = suspension;
  if (reason === null) throw new Refusal('account_suspended', 'accountSuspended');
  const why =
    until === null
      ? because('accountSuspendedFor', { reason })
      : because('accountSuspendedUntil', { reason, until: until.toISOString().slice(0, 10) });
  throw new Refusal('account_suspended', why);
}

export const listOver = async (db: Statements): Promise<string[]> => (await queries.listSuspensionsOver(db)).map(({ id }) => id);
