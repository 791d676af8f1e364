import { bigint, boolean, bytes, integer, nullable, table, text, time, uuid } from '../platform/db/table.ts';

export const installation = table('installation', {
  is_only: boolean,
  signing_key_fingerprint: bytes,
});

export const backupState = table('backup_state', {
  is_only: boolean,
  first_succeeded_at: nullable(time),
  succeeded_at: nullable(time),
  file: nullable(text),
  size_bytes: nullable(bigint),
  seconds: nullable(integer),
  missing_files: nullable(integer),
  failed_at: nullable(time),
  failure: nullable(text),
  failures_count: integer,
  restored_at: nullable(time),
  restored_file: nullable(text),
  restore_seconds: nullable(integer),
  restore_failed_at: nullable(time),
  restore_failure: nullable(text),
});

export const errorCounts = table('error_counts', {
  hour: time,
  place: text,
  name: text,
  code: text,
  count: integer,
  last_at: time,
});

export const mailFailures = table('mail_failures', {
  mail_id: uuid,
  member_id: uuid,
  kind: text,
  recipient: text,
  reason: text,
  tries: integer,
  given_up: boolean,
  failed_at: time,
});

export const updateState = table('update_state', {
  is_only: boolean,
  version: nullable(text),
  released_at: nullable(time),
  notes: nullable(text),
  is_security: boolean,
  checked_at: nullable(time),
  failure: nullable(text),
});

export const importedRows = table('imported_rows', {
  id: uuid,
  member_id: nullable(uuid),
  invited_at: nullable(time),
});

export const migrations = table('migrations', {
  name: text,
  checksum: text,
  ran_at: time,
  older_may_run: boolean,
});

export const rateLimits = table('rate_limits', {
  key: text,
  count: integer,
  ends_at: time,
});
