import { notificationSettings } from '@mbari/contract/notifications/settings';
import type { CurrentUser, ForumSettings } from '@mbari/contract/people/members';
import type { Gender, StockAvatar } from '@mbari/contract/people/profile-fields';
import type { Accent } from '@mbari/contract/people/profiles';
import {
  bigint,
  boolean,
  date,
  integer,
  json,
  nullable,
  oneOf,
  searchDocument,
  smallint,
  table,
  text,
  texts,
  time,
  uuid,
} from '../platform/db/table.ts';

// Members, their relations, and plans. migrations/0001_schema.sql documents each column.

export const members = table('members', {
  id: uuid,
  username: text,
  name: text,
  email: text,
  email_verified_at: nullable(time),
  password_hash: nullable(text),
  role: oneOf<CurrentUser['role']>(),
  role_to_confirm: nullable(oneOf<'admin'>()),
  role_without_groups: nullable(oneOf<CurrentUser['role']>()),
  phone: nullable(text),
  country_code: nullable(text),
  country: nullable(text),
  occupation: nullable(text),
  bio: nullable(text),
  gender: nullable(oneOf<Gender>()),
  date_of_birth: nullable(date),
  social_links: json<Record<string, string>>(),
  avatar_image_id: nullable(uuid),
  avatar_stock: nullable(oneOf<StockAvatar>()),
  profile_visibility: oneOf<ForumSettings['profile_visibility']>(),
  post_visibility: oneOf<ForumSettings['post_visibility']>(),
  contact_visibility: oneOf<ForumSettings['contact_visibility']>(),
  show_online_status: boolean,
  allow_direct_messages: boolean,
  direct_messages_from: oneOf<ForumSettings['direct_messages_from']>(),
  show_read_receipts: boolean,
  show_typing: boolean,
  show_email: boolean,
  show_phone_number: boolean,
  show_location: boolean,
  show_birthday: boolean,
  show_to_visitors: boolean,
  notify_on_mention: boolean,
  notify_on_reply: boolean,
  notify_on_follow: boolean,
  plan_name: nullable(text),
  plan_ends_at: nullable(time),
  photos_count: integer,
  photos_for_all: integer,
  photos_for_followers: integer,
  photos_for_me: integer,
  followers_count: integer,
  following_count: integer,
  created_at: time,
  suspended_at: nullable(time),
  closed_at: nullable(time),
  audience: text,
  public_photos_count: integer,
  follower_photos_count: integer,
  is_live: boolean,
  erasing_since: nullable(time),
  search: searchDocument,
  private_followers_count: integer,
  private_following_count: integer,
  counts_private: boolean,
  popularity: integer,
  email_notification_preferences: json<ForumSettings['email_notification_preferences']>(),
  cover_image_id: nullable(uuid),
  accent: nullable(oneOf<Accent>()),
  version: bigint,
  locale: nullable(text),
  notify_on_like: boolean,
  notify_on_comment: boolean,
  notify_on_forum: boolean,
  notify_on_challenge: boolean,
  push_notification_preferences: json<ForumSettings['push_notification_preferences']>(),
  time_zone: nullable(text),
  suspended_until: nullable(time),
  suspension_reason: nullable(text),
  silenced_at: nullable(time),
  silenced_until: nullable(time),
  silence_reason: nullable(text),
  muted_words: texts,
  awaits_approval_since: nullable(time),
  interests_waived: boolean,
  tags_in_following: boolean,
  sensitive_photos: oneOf<ForumSettings['sensitive_photos']>(),
  may_be_named: boolean,
  takes_alt_proposals: boolean,
});

/** The settings that a change replaces. It merges the two objects of notification preferences. */
export const replacedSettings = members.pick(
  'profile_visibility',
  'post_visibility',
  'contact_visibility',
  'show_online_status',
  'allow_direct_messages',
  'direct_messages_from',
  'show_read_receipts',
  'show_typing',
  'show_email',
  'show_phone_number',
  'show_location',
  'show_birthday',
  'show_to_visitors',
  'tags_in_following',
  'sensitive_photos',
  'may_be_named',
  'takes_alt_proposals',
  ...Object.values(notificationSettings),
  'locale',
  'time_zone',
  'muted_words',
);

export const settings = members.pick(...replacedSettings.keys, 'push_notification_preferences', 'email_notification_preferences');

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
