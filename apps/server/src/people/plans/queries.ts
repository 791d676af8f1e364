import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type planGrants, subscriptions } from '../table.ts';

export const upsertGrant = (tx: Statements, memberId: string, name: string, endsAt: Date | null) =>
  tx.run(
    `insert into plan_grants (member_id, plan_name, ends_at) values ($1, $2, $3)
     on conflict (member_id) do update set plan_name = excluded.plan_name, ends_at = excluded.ends_at, created_at = now()`,
    [memberId, name, endsAt],
  );

export const deleteGrant = (tx: Statements, memberId: string) => tx.run('delete from plan_grants where member_id = $1', [memberId]);

/** Finds a plan in force or ended. A null `ends_at` means unlimited. */
export const findLastPlan = (tx: Statements, memberId: string) =>
  tx.row<Pick<Row<typeof planGrants>, 'plan_name' | 'ends_at'>>(
    `select plan_name, ends_at from (
       select plan_name, ends_at from plan_grants where member_id = $1
       union all
       select granted_plan, null from identities where member_id = $1 and granted_plan is not null
       union all
       select s.plan_name, least(s.ends_at, c.deleted_at) from billing_customers c join subscriptions s on s.customer_id = c.customer_id
        where c.member_id = $1 and s.ends_at is not null) plans
      order by ends_at desc nulls first, plan_name limit 1`,
    [memberId],
  );

/** Takes an advisory lock on the customer, because there may be no row to lock yet. */
export const lockCustomer = (tx: Statements, customerId: string) =>
  tx.run(`select pg_advisory_xact_lock(hashtextextended('billing customer ' || $1, 0))`, [customerId]);

/** Returns 0 if the event was stored before. */
export const insertEvent = (tx: Statements, id: string, type: string) =>
  tx.run('insert into billing_events (id, type) values ($1, $2) on conflict do nothing', [id, type]);

export const findMemberOfCustomer = (tx: Statements, customerId: string) =>
  tx.row<{ member_id: string | null }>('select member_id from billing_customers where customer_id = $1', [customerId]);

export const insertCustomer = (tx: Statements, customerId: string) =>
  tx.run('insert into billing_customers (customer_id) values ($1) on conflict do nothing', [customerId]);

/** Links a customer to a member. The earliest event by Stripe's clock wins. */
export const updateMemberOfCustomer = (tx: Statements, customerId: string, memberId: string, namedAt: Date) =>
  tx.run(
    `update billing_customers set member_id = $2::uuid, named_at = $3
      where customer_id = $1 and (member_id is null or ($3::timestamptz, $2::uuid) < (named_at, member_id))`,
    [customerId, memberId, namedAt],
  );

export const updateCustomerDeleted = (tx: Statements, customerId: string, deletedAt: Date) =>
  tx.run('update billing_customers set deleted_at = least(deleted_at, $2) where customer_id = $1', [customerId, deletedAt]);

const reported = subscriptions.pick('customer_id', 'status', 'plan_name', 'ends_at', 'reported_at', 'reported_by');

/**
 * Stores a subscription's newest event. Within one second, ended beats running, and running beats incomplete; then the later end and the
 * id decide, so the order of arrival does not matter.
 */
export const upsertSubscription = (tx: Statements, subscription: Row<typeof subscriptions>) =>
  tx.run(
    `insert into subscriptions as s (${subscriptions.names}) select ${subscriptions.names} from ${subscriptions.from('$1')}
     on conflict (id) do update set (${reported.names}) = (${reported.of('excluded')})
     where (excluded.reported_at, ${statusRank('excluded')}, excluded.reported_by) > (s.reported_at, ${statusRank('s')}, s.reported_by)`,
    [subscriptions.record(subscription)],
  );

function statusRank(row: 's' | 'excluded'): string {
  return `case when ${row}.status in ('canceled', 'incomplete_expired') then 2 when ${row}.status = 'incomplete' then 0 else 1 end,
    coalesce(${row}.ends_at, '-infinity')`;
}

/** Null name: no plan. Null end: unlimited. */
export const updateMemberPlan = (tx: Statements, memberId: string, name: string | null, endsAt: Date | null) =>
  tx.run(
    `update members set plan_name = $2, plan_ends_at = $3
      where id = $1 and (plan_name is distinct from $2::text or plan_ends_at is distinct from $3::timestamptz)`,
    [memberId, name, endsAt],
  );

/** Deletes up to 1,000 events too old to be repeated. */
export const deleteOldEvents = (db: Statements) =>
  db.run(
    `delete from billing_events where id in (
       select id from billing_events where received_at < now() - interval '90 days' order by received_at limit 1000)`,
  );

/** Deletes up to 1,000 customers without a member after 90 days, with their subscriptions. */
export const deleteUnlinkedCustomers = (db: Statements) =>
  db.run(
    `delete from billing_customers where member_id is null and customer_id in (
       select customer_id from billing_customers
        where member_id is null and created_at < now() - interval '90 days' order by created_at limit 1000)`,
  );
