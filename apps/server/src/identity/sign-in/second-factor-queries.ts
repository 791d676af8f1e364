import type { Statements } from '../../platform/db/database.ts';

/** Stores nothing if a confirmed secret exists. */
export const upsertSecret = (db: Statements, memberId: string, sealedSecret: string) =>
  db.row<{ email: string }>(
    `insert into totp_secrets (member_id, sealed_secret) values ($1, $2)
     on conflict (member_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
       where totp_secrets.confirmed_at is null
     returning (select email from members where id = $1) as email`,
    [memberId, sealedSecret],
  );

export interface SecretRow {
  sealed_secret: string;
  is_confirmed: boolean;
}

export const findSecret = (db: Statements, memberId: string) =>
  db.row<SecretRow>('select sealed_secret, confirmed_at is not null as is_confirmed from totp_secrets where member_id = $1', [memberId]);

/** Returns 0 if the secret was replaced or is already confirmed. */
export const confirmSecret = (tx: Statements, memberId: string, sealedSecret: string, step: number) =>
  tx.run(
    `update totp_secrets set confirmed_at = now(), last_step = $3
      where member_id = $1 and sealed_secret = $2 and confirmed_at is null`,
    [memberId, sealedSecret, step],
  );

/** Returns 0 if a code of this time step or a later one was used. */
export const consumeStep = (tx: Statements, memberId: string, step: number) =>
  tx.run('update totp_secrets set last_step = $2 where member_id = $1 and confirmed_at is not null and last_step < $2', [memberId, step]);

/** Returns 0 if the member has no confirmed secret. */
export const lockSecret = (tx: Statements, memberId: string) =>
  tx.run('select 1 from totp_secrets where member_id = $1 and confirmed_at is not null for update', [memberId]);

export const deleteSecret = (tx: Statements, memberId: string) =>
  tx.row<{ was_confirmed: boolean }>('delete from totp_secrets where member_id = $1 returning confirmed_at is not null as was_confirmed', [
    memberId,
  ]);

export const deleteRecoveryCodes = (tx: Statements, memberId: string) =>
  tx.run('delete from recovery_codes where member_id = $1', [memberId]);

export const insertRecoveryCodes = (tx: Statements, memberId: string, hashes: readonly Buffer[]) =>
  tx.run('insert into recovery_codes (member_id, code_hash) select $1, unnest($2::bytea[])', [memberId, hashes]);

/** Returns 0 for a used or unknown code. */
export const consumeRecoveryCode = (tx: Statements, memberId: string, hash: Buffer) =>
  tx.run('update recovery_codes set used_at = now() where member_id = $1 and code_hash = $2 and used_at is null', [memberId, hash]);

export const findMemberByUsernameOrEmail = (db: Statements, usernameOrEmail: string) =>
  db.row<{ id: string }>('select id from members where username = $1 or (email = $1 and email_verified_at is not null)', [usernameOrEmail]);

export const countSecrets = (db: Statements) =>
  db.row<{ total: number }>('select count(*)::int as total from totp_secrets where confirmed_at is not null');

export const deleteAllSecrets = (tx: Statements) =>
  tx.rows<{ member_id: string; was_confirmed: boolean }>(
    'delete from totp_secrets returning member_id, confirmed_at is not null as was_confirmed',
  );

export const deleteAllRecoveryCodes = (tx: Statements) => tx.run('delete from recovery_codes');
