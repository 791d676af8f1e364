import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { identities } from '../table.ts';

export interface SignInMethods {
  has_password: boolean;
  email: string;
  pending_email: string | null;
  has_totp: boolean;
  recovery_codes_left: number;
}

/** Requests older than an hour have expired. */
export const findSignInMethods = (db: Statements, memberId: string) =>
  db.row<SignInMethods>(
    `select m.password_hash is not null as has_password, m.email,
            (select c.email from email_changes c where c.member_id = m.id and c.created_at > now() - interval '1 hour') as pending_email,
            exists (select from totp_secrets t where t.member_id = m.id and t.confirmed_at is not null) as has_totp,
            (select count(*)::int from recovery_codes r where r.member_id = m.id and r.used_at is null) as recovery_codes_left
       from members m where m.id = $1`,
    [memberId],
  );

const linked = identities.pick('issuer', 'email', 'created_at');

export const listIdentities = (db: Statements, memberId: string) =>
  db.rows<Row<typeof linked>>(`select ${linked.names} from identities where member_id = $1 order by created_at, issuer, subject`, [
    memberId,
  ]);
