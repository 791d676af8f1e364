import { boolean, integer, nullable, smallint, table, text, time, uuid } from '../platform/db/table.ts';

// Relations between members, and plans. migrations/0001_schema.sql documents each column.

export const memberInterests = table('member_interests', {
  member_id: uuid,
  category_id: uuid,
});

export const pinnedPhotos = table('pinned_photos', {
  member_id: uuid,
  position: smallint,
  photo_id: uuid,
});

export const follows = table('follows', {
  follower_id: uuid,
  followed_id: uuid,
  created_at: time,
  follower_hidden: boolean,
  followed_hidden: boolean,
});

export const profileFlips = table('profile_flips', {
  member_id: uuid,
  turn: integer,
  started_at: time,
});

export const blocks = table('blocks', {
  blocker_id: uuid,
  blocked_id: uuid,
  created_at: time,
});

export const mutes = table('mutes', {
  muter_id: uuid,
  muted_id: uuid,
  created_at: time,
});

export const planGrants = table('plan_grants', {
  member_id: uuid,
  plan_name: text,
  ends_at: nullable(time),
  created_at: time,
});

export const billingCustomers = table('billing_customers', {
  customer_id: text,
  member_id: nullable(uuid),
  named_at: nullable(time),
  deleted_at: nullable(time),
  created_at: time,
});

export const subscriptions = table('subscriptions', {
  id: text,
  customer_id: text,
  status: text,
  plan_name: text,
  ends_at: nullable(time),
  reported_at: time,
  reported_by: text,
});

export const billingEvents = table('billing_events', {
  id: text,
  type: text,
  received_at: time,
});
