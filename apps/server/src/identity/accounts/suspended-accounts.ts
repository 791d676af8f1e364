import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Statements } from '../../platform/db/database.ts';
import { because, Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';
import { queueForumRecount } from './queue-forum-recount.ts';

/** Returns whether an address, in any spelling, belongs to a suspended member's mailbox that admins keep from registering again. */
export const isMailboxBlocked = async (tx: Statements, email: string): Promise<boolean> =>
  (await queries.countBlockedMailbox(tx, email)) > 0;

/** Locks an account that may be suspended, as whoever closes it does. Nothing where there is none that is open. */
export async function lockSuspendable(tx: Statements, memberId: string): Promise<queries.SuspensionRow | undefined> {
  await queries.allowSeconds(tx);
  await queries.lockWithNeighbours(tx, memberId);
  return queries.findSuspension(tx, memberId);
}

/** From now on the account, which is locked, exists for nobody else and nobody signs in to it. */
export async function markSuspended(tx: Statements, memberId: string, until: Date | null, reason: string): Promise<void> {
  await queries.setSuspended(tx, memberId, until, reason);
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
}

/** Lets a suspended account back, which is locked. False where it was not suspended. */
export async function unmarkSuspended(tx: Statements, memberId: string): Promise<boolean> {
  if ((await queries.endSuspended(tx, memberId)) === 0) return false;
  await queueForumRecount(tx, memberId);
  tx.hint('audience', memberId);
  return true;
}

/** Lets an account back whose time is over; two who find that at once do it once. */
export async function endIfOver(tx: Statements, memberId: string): Promise<boolean> {
  if (!(await queries.isSuspensionOver(tx, memberId))) return false;
  await lockSuspendable(tx, memberId);
  if (!(await queries.isSuspensionOver(tx, memberId)) || !(await unmarkSuspended(tx, memberId))) return false;
  await recordModeration(tx, null, 'end_suspension', { memberId });
  return true;
}

/** Whoever signs in to a suspended account is let in if its time is over, and else told why they are not, and until when. */
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

/** A hundred accounts whose suspension is over. */
export const listOver = async (db: Statements): Promise<string[]> => (await queries.listSuspensionsOver(db)).map(({ id }) => id);
