import type { JoiningMode } from '@mbari/contract/identity/joining';
import type { Scope } from '@mbari/contract/platform/endpoint';
import type { GroupRole } from '../platform/config-providers.ts';
import { bigint, boolean, bytes, date, integer, nullable, oneOf, severalOf, table, text, texts, time, uuid } from '../platform/db/table.ts';

// Credentials of members, and who may join. migrations/0001_schema.sql documents each column.

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

export const apiTokens = table('api_tokens', {
  id: uuid,
  member_id: uuid,
  client_app_id: nullable(uuid),
  name: text,
  token_hash: bytes,
  scopes: severalOf<Scope>(),
  created_at: time,
  expires_at: nullable(time),
  last_used_on: nullable(date),
  last_used_place: nullable(text),
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
  id: uuid,
  issuer: text,
  subject: text,
  member_id: uuid,
  email: nullable(text),
  created_at: time,
  used_at: time,
  granted_role: nullable(oneOf<GroupRole>()),
  granted_plan: nullable(text),
  is_overruled: boolean,
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
  mode: oneOf<JoiningMode>(),
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
