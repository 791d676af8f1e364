import type { Statements } from '../../platform/db/database.ts';
import { addressProved } from '../../platform/visibility/address-proved.ts';

/** Replaces an earlier request. 0 for the current address. Locks the member's row, so password changes run before or after. */
export const setEmailChange = (tx: Statements, memberId: string, email: string) =>
  tx.run(
    `with me as (select id from members where id = $1 and email <> $2 for no key update)
     insert into email_changes (member_id, email) select me.id, $2 from me
     on conflict (member_id) do update set email = excluded.email, created_at = excluded.created_at`,
    [memberId, email],
  );

export interface AskedChange {
  id: string;
  email: string;
  email_verified: boolean;
  /** Null if none is pending. */
  new_email: string | null;
}

export const findAskedChange = (db: Statements, memberId: string) =>
  db.row<AskedChange>(
    `select m.id, m.email, ${addressProved('m')} as email_verified, c.email as new_email
       from members m left join email_changes c on c.member_id = m.id where m.id = $1 and m.is_live`,
    [memberId],
  );

/** 0 if it was used, replaced or cancelled. Locks the member's row first, as a password change does, to prevent a deadlock. */
export const takeEmailChange = (tx: Statements, memberId: string, email: string) =>
  tx.run(
    `with me as (select id from members where id = $1 for no key update)
     delete from email_changes c using me where c.member_id = me.id and c.email = $2`,
    [memberId, email],
  );

export const removeEmailChange = (tx: Statements, memberId: string) => tx.run('delete from email_changes where member_id = $1', [memberId]);

export const removeStaleChanges = (db: Statements) => db.run(`delete from email_changes where created_at < now() - interval '90 minutes'`);
