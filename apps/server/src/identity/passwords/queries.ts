import { members } from '../../people/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { addressProved } from '../../platform/visibility/members.ts';

/** SQL: `m` may sign in, or closed the account within 14 days. */
const mayReset = (m: string): string =>
  `(${m}.suspended_at is null and (${m}.closed_at is null or ${m}.closed_at > now() - interval '14 days'))`;

/**
 * Finds the verified account of an address, otherwise the newest pending account. Returns `may_reset: false` if the verified account may
 * not sign in. No pending account can take a verified address.
 */
export const findAccountToReset = (db: Statements, email: string) =>
  db.row<{ id: string; may_reset: boolean }>(
    `select m.id, ${mayReset('m')} as may_reset from members m
      where m.email = $1 and (m.email_verified_at is not null or m.is_live)
      order by m.email_verified_at is null, m.awaits_approval_since is null, m.id desc limit 1`,
    [email],
  );

export const upsertReset = (tx: Statements, memberId: string, tokenHash: Buffer, email: string) =>
  tx.run(
    `insert into password_resets (member_id, token_hash, email, expires_at) values ($1, $2, $3, now() + interval '60 minutes')
     on conflict (member_id) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [memberId, tokenHash, email],
  );

export const insertClaims = (tx: Statements, claims: readonly { id: string; email: string; tokenHash: Buffer }[]) =>
  tx.run(
    `insert into password_resets (member_id, token_hash, email, expires_at)
     select member_id, token_hash, email, now() + interval '14 days' from unnest($1::uuid[], $2::bytea[], $3::text[]) as c(member_id, token_hash, email)
     on conflict (member_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [claims.map(({ id }) => id), claims.map(({ tokenHash }) => tokenHash), claims.map(({ email }) => email)],
  );

const owner = members.pick('username', 'name', 'email');

/** Requires that the member still has the address. */
export const findReset = (db: Statements, tokenHash: Buffer, email: string) =>
  db.row<Row<typeof owner> & { id: string; email_verified: boolean }>(
    `select m.id, ${owner.of('m')}, ${addressProved('m')} as email_verified
       from password_resets r join members m on m.id = r.member_id and m.email = r.email
      where r.token_hash = $1 and r.email = $2 and r.expires_at > now() and ${mayReset('m')}`,
    [tokenHash, email],
  );

/**
 * Returns 0 if the link was used. Locks the member's row first, like every change of sign-in methods, to prevent deadlocks and concurrent
 * changes of address.
 */
export const consumeReset = (tx: Statements, tokenHash: Buffer, email: string) =>
  tx.run(
    `with owner as (
       select m.id from members m
        where m.id = (select member_id from password_resets where token_hash = $1) and m.email = $2 and ${mayReset('m')} for no key update)
     delete from password_resets r using owner
      where r.member_id = owner.id and r.token_hash = $1 and r.email = $2 and r.expires_at > now()`,
    [tokenHash, email],
  );

export const deleteReset = (tx: Statements, memberId: string) => tx.run('delete from password_resets where member_id = $1', [memberId]);

export const deleteExpiredResets = (db: Statements) => db.run('delete from password_resets where expires_at <= now()');

export const findPasswordOwner = (db: Statements, memberId: string) =>
  db.row<Row<typeof owner> & { has_password: boolean }>(
    `select ${owner.names}, password_hash is not null as has_password from members where id = $1`,
    [memberId],
  );

/** Replaces an earlier request. Returns 0 for the current address. Locks the member's row, so a concurrent password change waits. */
export const upsertEmailChange = (tx: Statements, memberId: string, email: string) =>
  tx.run(
    `with owner as (select id from members where id = $1 and email <> $2 for no key update)
     insert into email_changes (member_id, email) select owner.id, $2 from owner
     on conflict (member_id) do update set email = excluded.email, created_at = excluded.created_at`,
    [memberId, email],
  );

interface AccountWithEmailChange {
  id: string;
  email: string;
  email_verified: boolean;
  /** Null if no change is pending. */
  new_email: string | null;
}

export const findAccountWithEmailChange = (db: Statements, memberId: string) =>
  db.row<AccountWithEmailChange>(
    `select m.id, m.email, ${addressProved('m')} as email_verified, c.email as new_email
       from members m left join email_changes c on c.member_id = m.id where m.id = $1 and m.is_live`,
    [memberId],
  );

/** Returns 0 if the request was confirmed, replaced or cancelled. Locks the member's row first, like a password change, against deadlocks. */
export const consumeEmailChange = (tx: Statements, memberId: string, email: string) =>
  tx.run(
    `with owner as (select id from members where id = $1 for no key update)
     delete from email_changes c using owner where c.member_id = owner.id and c.email = $2`,
    [memberId, email],
  );

export const deleteEmailChange = (tx: Statements, memberId: string) => tx.run('delete from email_changes where member_id = $1', [memberId]);

export const deleteStaleEmailChanges = (db: Statements) =>
  db.run(`delete from email_changes where created_at < now() - interval '90 minutes'`);
