import type { members } from '../../people/table.ts';
import type { GroupRole } from '../../platform/config-providers.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { addressProved } from '../../platform/visibility/members.ts';
import { identities } from '../table.ts';

type IdentityRow = Row<typeof identities>;
type ProviderIdentity = Pick<IdentityRow, 'issuer' | 'subject' | 'email'>;
export type Grants = Pick<IdentityRow, 'granted_role' | 'granted_plan'>;

export const updateIdentityUse = (tx: Statements, { issuer, subject, email }: ProviderIdentity) =>
  tx.row<{ member_id: string; is_suspended: boolean } & Grants>(
    `update identities i set used_at = now(), email = coalesce($3, i.email) from members m
      where i.issuer = $1 and i.subject = $2 and m.id = i.member_id
     returning i.member_id, i.granted_role, i.granted_plan, m.suspended_at is not null as is_suspended`,
    [issuer, subject, email],
  );

const newIdentity = identities.pick('issuer', 'subject', 'member_id', 'email');

/** Returns 0 if the identity is already linked to an account. */
export const insertIdentity = (tx: Statements, identity: NewRow<typeof newIdentity>) =>
  tx.run(
    `insert into identities (${newIdentity.names}) select ${newIdentity.names} from ${newIdentity.from('$1')}
     on conflict (issuer, subject) do nothing`,
    [newIdentity.record(identity)],
  );

/** Deletes nothing if the member would have no other way to sign in: no password, passkey, or account at one of these issuers. */
export const deleteIdentity = (tx: Statements, memberId: string, id: string, issuers: readonly string[]) =>
  tx.row<Pick<IdentityRow, 'issuer' | 'subject'> & Grants>(
    `delete from identities i where i.member_id = $1 and i.id = $2 and (
         exists (select from members m where m.id = $1 and m.password_hash is not null)
      or exists (select from passkeys p where p.member_id = $1)
      or exists (select from identities o where o.member_id = $1 and o.id <> $2 and o.issuer = any($3)))
     returning i.issuer, i.subject, i.granted_role, i.granted_plan`,
    [memberId, id, issuers],
  );

export const hasIdentity = (tx: Statements, memberId: string, id: string) =>
  tx.row('select from identities where member_id = $1 and id = $2', [memberId, id]);

/** Locks the member and all admins in id order, so that no two of them lose their role at once. */
export const lockMemberAndAdmins = (tx: Statements, memberId: string) =>
  tx.rows<Pick<Row<typeof members>, 'id' | 'role' | 'role_to_confirm' | 'role_without_groups'> & { is_admin: boolean }>(
    `select id, role, role_to_confirm, role_without_groups, role = 'admin' and is_live and email_verified_at is not null as is_admin from members
      where id in (select $1::uuid union select id from members where role <> 'member' and role = 'admin' and is_live)
      order by id for no key update`,
    [memberId],
  );

/** Lists the roles that the member's other identities give. */
export const listOtherGrantedRoles = (tx: Statements, memberId: string, { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>) =>
  tx.rows<{ granted_role: GroupRole }>(
    `select granted_role from identities
      where member_id = $1 and (issuer, subject) <> ($2, $3) and granted_role is not null and not is_overruled limit 100`,
    [memberId, issuer, subject],
  );

export const updateGrants = (tx: Statements, { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>, grants: Grants) =>
  tx.run(
    `update identities set is_overruled = is_overruled and granted_role is not distinct from $3, granted_role = $3, granted_plan = $4
      where issuer = $1 and subject = $2`,
    [issuer, subject, grants.granted_role, grants.granted_plan],
  );

export interface LockedAccount {
  id: string;
  email_verified: boolean;
  is_suspended: boolean;
}

/** Locks the verified account of an address, otherwise the newest pending account. */
export const lockAccount = (tx: Statements, email: string) =>
  tx.row<LockedAccount>(
    `select m.id, ${addressProved('m')} as email_verified, m.suspended_at is not null as is_suspended from members m
      where m.email = $1 and (m.closed_at is null or (${addressProved('m')} and m.closed_at > now() - interval '14 days'))
      order by m.email_verified_at is null, m.awaits_approval_since is null, m.id desc limit 1 for update`,
    [email],
  );

export const insertHandoff = (tx: Statements, tokenHash: Buffer, browserHash: Buffer, memberId: string) =>
  tx.run(
    `insert into oauth_handoffs (token_hash, browser_hash, member_id, expires_at) values ($1, $2, $3, now() + interval '60 seconds')`,
    [tokenHash, browserHash, memberId],
  );

/** Succeeds once, in the browser that began the sign-in. */
export const consumeHandoff = (tx: Statements, tokenHash: Buffer, browserHash: Buffer) =>
  tx.row<{ member_id: string }>(
    'delete from oauth_handoffs where token_hash = $1 and browser_hash = $2 and expires_at > now() returning member_id',
    [tokenHash, browserHash],
  );

export const deleteExpiredHandoffs = (db: Statements) => db.run('delete from oauth_handoffs where expires_at <= now()');
