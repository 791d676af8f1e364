import { readSignedEvent } from '../../platform/adapters/stripe-events.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { lockAccounts } from '../../platform/member-queries.ts';
import { Refusal, notFound } from '../../platform/refusal.ts';
import {
  addCustomer,
  addEvent,
  findCustomersMember,
  lockCustomer,
  removeOldEvents,
  removeUnnamedCustomers,
  setCustomerDeleted,
  setCustomersMember,
  setSubscription,
} from './queries.ts';
import { type BillingEvent, readEvent } from './read-event.ts';
import { settlePlan } from './settle-plan.ts';

/** Takes a Stripe event. Effects are idempotent and independent of the order. Throws `invalid_signature` or `malformed`. */
export async function takeEvent(context: Context, body: Buffer, signature: string): Promise<void> {
  const secret = context.config.stripeWebhookSecret;
  if (secret === null) throw notFound();
  const signed = readSignedEvent(body, signature, { secret, now: context.now() });
  if (signed === null) throw new Refusal('invalid_signature', 'signatureWrong');
  // A signed body without JSON, or a thin event: Stripe shows its owner that the endpoint has the wrong kind.
  if (signed === undefined) throw new Refusal('malformed', 'eventUnreadable');
  const event = readEvent(signed);
  if (event === null) return;
  const isNobodys = await context.db.transaction((tx) => takeInto(tx, event));
  // Stores nothing; the operator's checkout may send something other than member ids.
  if (isNobodys) context.log.warn({ event: event.id, type: event.type }, 'billing event names an unknown member');
}

/** Returns whether the event names an unknown member. */
async function takeInto(tx: Statements, event: BillingEvent): Promise<boolean> {
  const { customerId, memberId, happenedAt } = event;
  await lockCustomer(tx, customerId);
  const before = (await findCustomersMember(tx, customerId))?.member_id ?? null;
  // Locks members before any write, like every transaction that erases or changes them.
  const locked = await lockAccounts(
    tx,
    [memberId, before].filter((id): id is string => id !== null && isId(id)),
  );
  if ((await addEvent(tx, event.id, event.type)) === 0) return false;

  const isThere = memberId !== null && locked.includes(memberId);
  if (event.subscription || event.customerDeleted || isThere) await addCustomer(tx, customerId);
  if (isThere) await setCustomersMember(tx, customerId, memberId, happenedAt);
  if (event.customerDeleted) await setCustomerDeleted(tx, customerId, happenedAt);
  if (event.subscription) await setSubscription(tx, { ...event.subscription, customerId, reportedAt: happenedAt, reportedBy: event.id });
  for (const id of locked) await settlePlan(tx, id);
  return memberId !== null && !isThere;
}

/** Stripe stops retrying after days, so events older than 90 days are deleted. */
export const sweepBillingEvents: Task = async (_payload, { context, signal }) => {
  for (const remove of [removeOldEvents, removeUnnamedCustomers]) {
    do signal.throwIfAborted();
    while ((await remove(context.db)) === 1000);
  }
};
