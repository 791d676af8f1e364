import type { Statements } from '../../platform/db/database.ts';
import { addressProved } from '../../platform/visibility/address-proved.ts';

/** `m` is the alias of members. Closed within 14 days one may still sign in, and so set the password for it. */
const mayReset = (m: string): string =>
  `(${m}.suspended_at is null and (${m}.closed_at is null or ${m}.closed_at > now() - interval '14 days'))`;

/**
 * Whose password a link mailed to this address sets: the account's that proved it, else the newest pending one's. Where the
 * former may not come in, nobody's: the address could not become a pending account's own.
 */
export const findResettable = (db: Statements, email: string) =>
  db.row<{ id: string; may_reset: boolean }>(
    `select m.id, ${mayReset('m')} as may_reset from members m
      where m.email = $1 and (m.email_verified_at is not null or m.is_live)
      order by m.email_verified_at is null, m.awaits_approval_since is null, m.id desc limit 1`,
    [email],
  );

/** Good for an hour, in place of the one before. */
export const addReset = (tx: Statements, memberId: string, tokenHash: Buffer, email: string) =>
  tx.run(
    `insert into password_resets (member_id, token_hash, email, expires_at) values ($1, $2, $3, now() + interval '60 minutes')
     on conflict (member_id) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [memberId, tokenHash, email],
  );

export interface Resetting {
  id: string;
  username: string;
  name: string;
  email: string;
  email_verified: boolean;
}

/** Whose token it is, if it is still good and was mailed to the address that the account has now. */
export const findReset = (db: Statements, tokenHash: Buffer, email: string) =>
  db.row<Resetting>(
    `select m.id, m.username, m.name, m.email, ${addressProved('m')} as email_verified
       from password_resets r join members m on m.id = r.member_id and m.email = r.email
      where r.token_hash = $1 and r.email = $2 and r.expires_at > now() and ${mayReset('m')}`,
    [tokenHash, email],
  );

/**
 * Uses the token up. 1 for the one who comes first, 0 for all others. Locks the member's row before all else, as every use case does that
 * changes a way in: none waits for another in a circle, and an address that moves at this moment takes the link with it.
 */
export const takeReset = (tx: Statements, tokenHash: Buffer, email: string) =>
  tx.run(
    `with owner as (
       select m.id from members m
        where m.id = (select member_id from password_resets where token_hash = $1) and m.email = $2 and ${mayReset('m')} for no key update)
     delete from password_resets r using owner
      where r.member_id = owner.id and r.token_hash = $1 and r.email = $2 and r.expires_at > now()`,
    [tokenHash, email],
  );

export const removeReset = (tx: Statements, memberId: string) => tx.run('delete from password_resets where member_id = $1', [memberId]);

export const removeExpiredResets = (db: Statements) => db.run('delete from password_resets where expires_at <= now()');

export interface PasswordOwner {
  username: string;
  name: string;
  email: string;
  has_password: boolean;
}

export const findPasswordOwner = (db: Statements, memberId: string) =>
  db.row<PasswordOwner>('select username, name, email, password_hash is not null as has_password from members where id = $1', [memberId]);
