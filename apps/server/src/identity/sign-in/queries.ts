import { members } from '../../people/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { addressProved } from '../../platform/visibility/address-proved.ts';

const account = members.pick('id', 'email', 'password_hash');

export type Account = Row<typeof account> & { email_verified: boolean };

/** Lists the verified and the newest pending account. Skips accounts closed over 14 days ago. */
export const listAccounts = (db: Statements, email: string) =>
  db.rows<Account>(
    `select distinct on (${addressProved('m')}) ${account.of('m')}, ${addressProved('m')} as email_verified
       from members m where m.email = $1 and (m.closed_at is null or m.closed_at > now() - interval '14 days')
      order by ${addressProved('m')}, m.email_verified_at is null, m.id desc`,
    [email],
  );

export interface PendingAccount {
  id: string;
  email: string;
  email_verified: boolean;
}

export const findAddress = (db: Statements, memberId: string) =>
  db.row<PendingAccount>(
    `select m.id, m.email, ${addressProved('m')} as email_verified, m.awaits_approval_since is not null as awaits_approval
       from members m where m.id = $1 and m.is_live`,
    [memberId],
  );

export interface AccountStatus {
  email_verified: boolean;
  is_suspended: boolean;
  is_closed: boolean;
}

/** Locks the account. Returns nothing if its password hash has changed. */
export const lockPassword = (tx: Statements, memberId: string, passwordHash: string | null) =>
  tx.row<AccountStatus>(
    `select ${addressProved('m')} as email_verified, m.suspended_at is not null as is_suspended, m.closed_at is not null as is_closed
       from members m where m.id = $1 and m.password_hash is not distinct from $2 for no key update`,
    [memberId, passwordHash],
  );

export interface OwnerProof {
  password_hash: string | null;
  is_recent: boolean;
}

export const findOwnerProof = (db: Statements, memberId: string, sessionId: string) =>
  db.row<OwnerProof>(
    `select m.password_hash, s.created_at > now() - interval '15 minutes' as is_recent
       from members m join sessions s on s.member_id = m.id and s.id = $2 where m.id = $1`,
    [memberId, sessionId],
  );
