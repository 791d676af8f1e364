import {
  bigint,
  boolean,
  bytes,
  date,
  integer,
  json,
  nullable,
  searchDocument,
  table,
  text,
  texts,
  time,
  uuid,
} from '../platform/db/table.ts';

// Accounts and their credentials. migrations/0001_schema.sql documents each column.

export const members = table('members', {
  id: uuid,
  username: text,
  name: text,
  email: text,
  email_verified_at: nullable(time),
  password_hash: nullable(text),
  role: text,
  phone: nullable(text),
  country_code: nullable(text),
  country: nullable(text),
  occupation: nullable(text),
  bio: nullable(text),
  gender: nullable(text),
  date_of_birth: nullable(date),
  social_links: json<unknown>(),
  avatar_image_id: nullable(uuid),
  avatar_stock: nullable(text),
  profile_visibility: text,
  post_visibility: text,
  contact_visibility: text,
  show_online_status: boolean,
  allow_direct_messages: boolean,
  show_email: boolean,
  show_phone_number: boolean,
  show_location: boolean,
  show_birthday: boolean,
  notify_on_mention: boolean,
  notify_on_reply: boolean,
  notify_on_follow: boolean,
  plan_name: nullable(text),
  plan_ends_at: nullable(time),
  photos_count: integer,
  followers_count: integer,
  following_count: integer,
  created_at: time,
  suspended_at: nullable(time),
  closed_at: nullable(time),
  audience: text,
  is_live: boolean,
  erasing_since: nullable(time),
  search: searchDocument,
  private_followers_count: integer,
  private_following_count: integer,
  counts_private: boolean,
  popularity: integer,
  email_notification_preferences: json<unknown>(),
  cover_image_id: nullable(uuid),
  accent: nullable(text),
  version: bigint,
  locale: nullable(text),
  notify_on_like: boolean,
  notify_on_comment: boolean,
  notify_on_forum: boolean,
  push_notification_preferences: json<unknown>(),
  time_zone: nullable(text),
  suspended_until: nullable(time),
  suspension_reason: nullable(text),
  silenced_at: nullable(time),
  silenced_until: nullable(time),
  silence_reason: nullable(text),
  muted_words: texts,
  awaits_approval_since: nullable(time),
  interests_waived: boolean,
});

export const sessions = table('sessions', {
  id: uuid,
  member_id: uuid,
  refresh_hash: bytes,
  previous_refresh_hash: nullable(bytes),
  refreshed_at: time,
  device_name: nullable(text),
  created_at: time,
  used_at: time,
  device_browser: nullable(text),
  device_system: nullable(text),
});

export const sessionTokens = table('session_tokens', {
  token_hash: bytes,
  session_id: uuid,
  expires_at: time,
});

export const passwordResets = table('password_resets', {
  member_id: uuid,
  token_hash: bytes,
  email: text,
  expires_at: time,
});

export const emailChanges = table('email_changes', {
  member_id: uuid,
  email: text,
  created_at: time,
});

export const identities = table('identities', {
  issuer: text,
  subject: text,
  member_id: uuid,
  email: nullable(text),
  created_at: time,
  used_at: time,
});

export const oauthHandoffs = table('oauth_handoffs', {
  token_hash: bytes,
  browser_hash: bytes,
  member_id: uuid,
  expires_at: time,
});

export const totpSecrets = table('totp_secrets', {
  member_id: uuid,
  sealed_secret: text,
  confirmed_at: nullable(time),
  last_step: bigint,
  created_at: time,
});

export const recoveryCodes = table('recovery_codes', {
  member_id: uuid,
  code_hash: bytes,
  used_at: nullable(time),
});

export const passkeys = table('passkeys', {
  id: uuid,
  member_id: uuid,
  credential_id: bytes,
  public_key: bytes,
  counter: bigint,
  transports: texts,
  name: text,
  is_synced: boolean,
  created_at: time,
  used_at: nullable(time),
});

export const passkeyChallenges = table('passkey_challenges', {
  challenge_hash: bytes,
  member_id: nullable(uuid),
  expires_at: time,
});

export const joining = table('joining', {
  id: boolean,
  mode: text,
  members_invite: boolean,
  question: nullable(text),
  changed_at: time,
  wave: integer,
  hour: nullable(time),
  registered: integer,
  closed_until: nullable(time),
  attended_at: nullable(time),
  away_told_at: nullable(time),
  revision: integer,
  block_aliases: boolean,
});

export const invitations = table('invitations', {
  id: uuid,
  member_id: uuid,
  token_hash: bytes,
  note: nullable(text),
  max_uses: integer,
  used: integer,
  expires_at: time,
  revoked_at: nullable(time),
});

export const invitedMembers = table('invited_members', {
  member_id: uuid,
  invitation_id: nullable(uuid),
  inviter_id: nullable(uuid),
  joined_at: time,
  notified_at: nullable(time),
});

export const applications = table('applications', {
  member_id: uuid,
  question: nullable(text),
  answer: nullable(text),
  decided_at: nullable(time),
  decider_id: nullable(uuid),
  is_approved: nullable(boolean),
  reason: nullable(text),
});

export const exportLeases = table('export_leases', {
  member_id: uuid,
  holder: uuid,
  ends_at: time,
});
