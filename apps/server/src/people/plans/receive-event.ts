import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { lockAccounts } from '../../platform/member-views.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { subscriptions } from '../table.ts';
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

interface BillingEvent {
  id: string;
  type: string;
  happenedAt: Date;
  customerId: string;
  /** Claimed member id; the member may not exist. */
  memberId: string | null;
  /** A null `ends_at` means that no plan began. */
  subscription?: Pick<Row<typeof subscriptions>, 'id' | 'status' | 'plan_name' | 'ends_at'>;
  customerDeleted?: true;
}

/** Returns null for irrelevant events. Throws `malformed` for unreadable relevant ones, so Stripe retries and shows the error. */
function readEvent(payload: unknown): BillingEvent | null {
  const type = z.object({ type: z.string() }).safeParse(payload).data?.type;
  const reader = type === undefined || !Object.hasOwn(readers, type) ? undefined : readers[type as keyof typeof readers];
  if (reader === undefined) return null;
  const parsed = reader.safeParse(payload);
  if (!parsed.success) throw new Refusal('malformed', 'eventUnreadable');
  return parsed.data;
}

// PostgreSQL does not store NUL characters, and dates have a range.
const shortText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0'));
const time = z
  .int()
  .positive()
  .max(99_999_999_999)
  .transform((seconds) => new Date(seconds * 1000));
/** A reference in an event: an id, or the expanded object. */
const idOrObject = z.union([shortText, z.object({ id: shortText }).transform(({ id }) => id)]);
const metadata = z.record(z.string(), z.string()).nullish();
const eventOf = <Schema extends z.ZodType>(object: Schema) =>
  z.object({ id: shortText, type: shortText, created: time, data: z.object({ object }) });

// Ignores checkouts without a customer.
const checkout = eventOf(z.object({ customer: idOrObject.nullish(), client_reference_id: z.string().nullish(), metadata })).transform(
  ({ id, type, created, data: { object } }): BillingEvent | null =>
    object.customer
      ? {
          ...{ id, type, happenedAt: created, customerId: object.customer },
          memberId: object.client_reference_id || object.metadata?.['member_id'] || null,
        }
      : null,
);

const item = z.object({ current_period_end: time.nullish(), price: z.object({ nickname: z.string().nullish() }).nullish() });

const subscription = eventOf(
  z.object({
    id: shortText,
    customer: idOrObject,
    status: shortText,
    // Newer Stripe API versions have this field in the items.
    current_period_end: time.nullish(),
    items: z.object({ data: z.array(item) }).nullish(),
    ended_at: time.nullish(),
    metadata,
  }),
).transform(({ id, type, created, data: { object } }, context): BillingEvent => {
  const items = object.items?.data ?? [];
  const periodEnds = [object.current_period_end, ...items.map(({ current_period_end }) => current_period_end)].filter(
    (date) => date instanceof Date,
  );
  const status = type === 'customer.subscription.deleted' ? 'canceled' : object.status;
  const periodEnd = periodEnds.length > 0 ? new Date(Math.max(...periodEnds.map(Number))) : null;
  const endsAt = planEnd({ status, periodEnd, endedAt: object.ended_at ?? null, happenedAt: created });
  if (endsAt === undefined) context.addIssue({ code: 'custom' });
  const name = [items[0]?.price?.nickname, object.metadata?.['plan']]
    .map((text) => text?.replaceAll('\0', '').trim().slice(0, 80))
    .find(Boolean);
  return {
    ...{ id, type, happenedAt: created, customerId: object.customer, memberId: object.metadata?.['member_id'] || null },
    subscription: { id: object.id, status, plan_name: name ?? 'Premium', ends_at: endsAt ?? null },
  };
});

const customerDeleted = eventOf(z.object({ id: shortText })).transform(({ id, type, created, data: { object } }): BillingEvent => ({
  ...{ id, type, happenedAt: created, customerId: object.id, memberId: null },
  customerDeleted: true,
}));

const readers = {
  'checkout.session.completed': checkout,
  'customer.subscription.created': subscription,
  'customer.subscription.updated': subscription,
  'customer.subscription.deleted': subscription,
  'customer.deleted': customerDeleted,
};

const oneDay = 86_400_000;

interface SubscriptionState {
  status: string;
  periodEnd: Date | null;
  endedAt: Date | null;
  happenedAt: Date;
}

/**
 * Returns the end of a subscription's plan. A running subscription gets a day beyond its period, since the renewal event may be late. While
 * a payment is missing, the plan ends with the period. Null: no plan began. Undefined: the event does not tell.
 */
function planEnd({ status, periodEnd, endedAt, happenedAt }: SubscriptionState): Date | null | undefined {
  switch (status) {
    case 'active':
    case 'trialing':
      return periodEnd === null ? undefined : new Date(periodEnd.getTime() + oneDay);
    case 'past_due':
      return periodEnd ?? undefined;
    case 'incomplete':
    case 'incomplete_expired':
      return null;
    default: {
      const endedOrReportedAt = endedAt ?? happenedAt;
      return periodEnd !== null && periodEnd < endedOrReportedAt ? periodEnd : endedOrReportedAt;
    }
  }
}

/** Seconds after which a signed event counts as a replay, as in Stripe's library. */
const oldest = 300;

/** Stripe's header: a time, a signature per active secret, and other schemes. */
const header = /^(?:t=\d{1,12}|v\d=[0-9a-f]{64})(?:,(?:t=\d{1,12}|v\d=[0-9a-f]{64}))*$/;

/**
 * Returns the event in a body that Stripe signed recently; null if the signature is invalid, undefined if the body is no v1 event.
 * Scheme: https://docs.stripe.com/webhooks/signature
 */
function readSignedEvent(body: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): unknown {
  if (body.length === 0 || !header.test(signature)) return null;
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.findLast(([name]) => name === 't')?.[1];
  if (time === undefined) return null;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const matching = parts.filter(([name, value = '']) => name === 'v1' && timingSafeEqual(Buffer.from(value, 'hex'), expected));
  if (matching.length === 0) return null;
  if (Math.floor(now.getTime() / 1000) - Number(time) > oldest) return null;
  return parseEvent(body.toString());
}

function parseEvent(text: string): unknown {
  try {
    const event = JSON.parse(text) as { object?: unknown } | null;
    return event?.object === 'v2.core.event' ? undefined : event;
  } catch {
    return undefined;
  }
}
