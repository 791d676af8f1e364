import { readSignedEvent } from '../../platform/adapters/stripe-events.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { lockAccounts } from '../../platform/member-views.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { updatePlanInForce } from './grant-plan.ts';
import {
  deleteOldEvents,
  deleteUnlinkedCustomers,
  findMemberOfCustomer,
  insertCustomer,
  insertEvent,
  lockCustomer,
  updateCustomerDeleted,
  updateMemberOfCustomer,
  upsertSubscription,
} from './queries.ts';
import { type BillingEvent, readEvent } from './read-event.ts';

/** Applies a Stripe event. Effects are idempotent and independent of the order. Throws `invalid_signature` or `malformed`. */
export async function receiveEvent(context: Context, body: Buffer, signature: string): Promise<void> {
  const secret = context.config.stripeWebhookSecret;
  if (secret === null) throw notFound();
  const payload = readSignedEvent(body, signature, { secret, now: context.now() });
  if (payload === null) throw new Refusal('invalid_signature', 'signatureWrong');
  // Not JSON, or a thin event. The error shows the operator in Stripe that the endpoint has the wrong type.
  if (payload === undefined) throw new Refusal('malformed', 'eventUnreadable');
  const event = readEvent(payload);
  if (event === null) return;
  const isUnknownMember = await context.db.transaction((tx) => applyEvent(tx, event));
  // Logs no id, because the operator's checkout may send something other than member ids.
  if (isUnknownMember) context.log.warn({ event: event.id, type: event.type }, 'billing event names an unknown member');
}

/** Returns whether the event names an unknown member. */
async function applyEvent(tx: Statements, event: BillingEvent): Promise<boolean> {
  const { customerId, memberId, happenedAt } = event;
  await lockCustomer(tx, customerId);
  const previousMemberId = (await findMemberOfCustomer(tx, customerId))?.member_id ?? null;
  // Locks members before any write, like every transaction that erases or changes them.
  const lockedIds = await lockAccounts(
    tx,
    [memberId, previousMemberId].filter((id): id is string => id !== null && isId(id)),
  );
  if ((await insertEvent(tx, event.id, event.type)) === 0) return false;

  const memberExists = memberId !== null && lockedIds.includes(memberId);
  if (event.subscription || event.customerDeleted || memberExists) await insertCustomer(tx, customerId);
  if (memberExists) await updateMemberOfCustomer(tx, customerId, memberId, happenedAt);
  if (event.customerDeleted) await updateCustomerDeleted(tx, customerId, happenedAt);
  if (event.subscription)
    await upsertSubscription(tx, { ...event.subscription, customer_id: customerId, reported_at: happenedAt, reported_by: event.id });
  for (const id of lockedIds) await updatePlanInForce(tx, id);
  return memberId !== null && !memberExists;
}

/** Stripe stops retrying after days, so events older than 90 days are deleted. */
export const sweepBillingEvents: Task = async (_payload, { context, signal }) => {
  for (const deleteBatch of [deleteOldEvents, deleteUnlinkedCustomers]) {
    do signal.throwIfAborted();
    while ((await deleteBatch(context.db)) === 1000);
  }
};
