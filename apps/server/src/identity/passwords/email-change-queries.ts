import type { Statements } from '../../platform/db/database.ts';
import { addressProved } from '../../platform/visibility/address-proved.ts';

/** Replaces an earlier request. Returns 0 for the current address. Locks the member's row, so a concurrent password change waits. */
export const upsertEmailChange = (tx: Statements, memberId: string, email: string) =>
  tx.run(
    `with owner as (select id from members where id = $1 and email <> $2 for no key update)
     insert into email_changes (member_id, email) select owner.id, $2 from owner
     on conflict (member_id) do update set email = excluded.email, created_at = excluded.created_at`,
    [memberId, email],
  );

export interface AccountWithEmailChange {
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
