import { members } from '../../people/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { blocksMailbox } from '../../platform/visibility/members.ts';

type MemberRow = Row<typeof members>;

const newMember = members.pick('id', 'username', 'name', 'email', 'country_code', 'phone', 'password_hash', 'locale', 'time_zone');

export type NewMember = NewRow<typeof newMember>;

/** Violates `members_username_key` if the username is taken. */
export const insertMember = (tx: Statements, member: NewMember) =>
  tx.run(`insert into members (${newMember.names}) select ${newMember.names} from ${newMember.from('$1')}`, [newMember.record(member)]);

/** Adds a verified member under the first free username, or returns 0. Violates `members_verified_email` if the address is taken. */
export const insertVerifiedMember = (
  tx: Statements,
  member: Pick<NewMember, 'id' | 'name' | 'email' | 'locale'>,
  usernames: readonly string[],
) =>
  tx.run(
    `insert into members (id, username, name, email, email_verified_at, locale)
     select $1, candidate.username, $2, $3, now(), $5 from unnest($4::text[]) with ordinality as candidate(username, position)
      where not exists (select from members m where m.username = candidate.username) order by candidate.position limit 1
     on conflict (username) do nothing`,
    [member.id, member.name, member.email, usernames, member.locale],
  );

/** SQL: the address belongs to a suspended member's mailbox that may not register again. */
const isBlockedMailbox = (email: string): string => `exists (select from members s where ${blocksMailbox('s', email)})`;

export const countBlockedMailbox = (tx: Statements, email: string) => tx.run(`select where ${isBlockedMailbox('$1')}`, [email]);

const awaitsDecision = (m: string): string =>
  `exists (select from applications a where a.member_id = ${m}.id and a.is_approved is not true)`;

/** SQL: verifies the address, or starts the wait for approval. */
const markAddressVerified = (m: string): string =>
  `email_verified_at = case when ${awaitsDecision(m)} then null else now() end, awaits_approval_since = case when ${awaitsDecision(m)} then now() end`;

/** Returns a row for the first click only. Violates `members_verified_email` or `members_awaiting_email` if another account has the address. */
export const updateEmailVerified = (tx: Statements, memberId: string, email: string) =>
  tx.row<{ awaits_approval: boolean }>(
    `update members m set ${markAddressVerified('m')}
      where m.id = $1 and m.email = $2 and m.email_verified_at is null and m.awaits_approval_since is null and m.is_live and not (${isBlockedMailbox('m.email')})
     returning m.awaits_approval_since is not null as awaits_approval`,
    [memberId, email],
  );

export const setAwaitingApproval = (tx: Statements, memberId: string) =>
  tx.run('update members set awaits_approval_since = now(), email_verified_at = null where id = $1', [memberId]);

/** Returns 1 if the member awaited approval. Violates `members_verified_email` if another account has the address. */
export const markApproved = (tx: Statements, memberId: string) =>
  tx.run(
    'update members set email_verified_at = now(), awaits_approval_since = null where id = $1 and awaits_approval_since is not null and is_live',
    [memberId],
  );

export const updateEmail = (tx: Statements, memberId: string, from: string, to: string) =>
  tx.row<{ awaits_approval: boolean }>(
    `update members m set email = $3, ${markAddressVerified('m')}
      where m.id = $1 and m.email = $2 and m.is_live
     returning m.awaits_approval_since is not null as awaits_approval`,
    [memberId, from, to],
  );

/** Sets or, with null, removes the password. The caller ends sessions and mails the owner. */
export const updatePasswordHash = (tx: Statements, memberId: string, hash: string | null) =>
  tx.run('update members set password_hash = $2 where id = $1', [memberId, hash]);

/** Stores a new hash of the same password. Returns 0 if the password changed. */
export const replacePasswordHash = (db: Statements, memberId: string, from: string, to: string) =>
  db.run('update members set password_hash = $3 where id = $1 and password_hash = $2', [memberId, from, to]);

/** Closing and reopening update the counts of every liked post, which takes seconds for 100,000 likes. */
export const raiseStatementTimeout = (tx: Statements) => tx.run(`select set_config('statement_timeout', '60s', true)`);

/** Locks the member, followers and followed members in id order, as following does, which prevents deadlocks. */
export const lockWithConnectedMembers = (tx: Statements, memberId: string) =>
  tx.run(
    `with locked as (
       select id from members
        where id in (select $1::uuid union select followed_id from follows where follower_id = $1
                     union select follower_id from follows where followed_id = $1)
        order by id for no key update)
     select count(*) from locked`,
    [memberId],
  );

/** Returns 0 if the account is already closed. */
export const setClosedAt = (tx: Statements, memberId: string) =>
  tx.run('update members set closed_at = now() where id = $1 and closed_at is null', [memberId]);

export const countClosed = (tx: Statements, memberId: string) =>
  tx.run('select from members where id = $1 and closed_at is not null', [memberId]);

/** Returns 0 if the account closed more than 14 days ago. */
export const clearClosedAt = (tx: Statements, memberId: string) =>
  tx.run(
    `update members set closed_at = null
      where id = $1 and erasing_since is null and (closed_at is null or closed_at > now() - interval '14 days')`,
    [memberId],
  );

export type SuspensionRow = Pick<MemberRow, 'role'> & { is_suspended: boolean };

/** The row must be locked. Finds open, verified accounts only. */
export const findSuspension = (tx: Statements, memberId: string) =>
  tx.row<SuspensionRow>(
    `select role, suspended_at is not null as is_suspended from members where id = $1 and closed_at is null and email_verified_at is not null`,
    [memberId],
  );

export const updateSuspension = (tx: Statements, memberId: string, until: Date | null, reason: string) =>
  tx.run(
    'update members set suspended_at = coalesce(suspended_at, now()), suspended_until = $2, suspension_reason = $3 where id = $1 and closed_at is null',
    [memberId, until, reason],
  );

export const clearSuspension = (tx: Statements, memberId: string) =>
  tx.run(
    'update members set suspended_at = null, suspended_until = null, suspension_reason = null where id = $1 and suspended_at is not null',
    [memberId],
  );

export const isSuspensionExpired = async (tx: Statements, memberId: string): Promise<boolean> =>
  (await tx.row('select from members where id = $1 and suspended_at is not null and suspended_until <= now()', [memberId])) !== undefined;

export const findSuspensionReason = (tx: Statements, memberId: string) =>
  tx.row<{ reason: string | null; until: Date | null }>(
    'select suspension_reason as reason, suspended_until as until from members where id = $1 and suspended_at is not null',
    [memberId],
  );

export const listExpiredSuspensions = (db: Statements) =>
  db.rows<{ id: string }>(
    'select id from members where suspended_until <= now() and suspended_at is not null order by suspended_until limit 100',
  );

/** Also returns accounts that an earlier run left unfinished. */
export const setErasingSince = (db: Statements) =>
  db.rows<{ id: string }>(
    `update members set erasing_since = coalesce(erasing_since, now()), avatar_image_id = null, cover_image_id = null
      where id in (select id from members where closed_at <= now() - interval '14 days' order by closed_at limit 100)
        and closed_at <= now() - interval '14 days' returning id`,
  );

export const deleteErasedMember = (db: Statements, memberId: string) =>
  db.run('delete from members where id = $1 and erasing_since is not null', [memberId]);

/** Repeats the condition, because an address may be verified while the sweep waits for the row. */
export const deleteStalePending = (db: Statements) =>
  db.run(
    `delete from members where email_verified_at is null and awaits_approval_since is null and id in (
       select id from members where email_verified_at is null and awaits_approval_since is null and created_at < now() - interval '48 hours'
        order by created_at limit 1000)`,
  );

/** Deletes applicants who did not answer within two weeks, and those declined a week ago. */
export const deleteUnapproved = (db: Statements) =>
  db.run(
    `delete from members where awaits_approval_since is not null and id in (
       select a.member_id from applications a join members m on m.id = a.member_id and m.awaits_approval_since is not null
        where (a.question is not null and a.answer is null and m.awaits_approval_since < now() - interval '14 days')
           or a.decided_at < now() - interval '7 days' limit 1000)`,
  );

const newAdmin = members.pick('id', 'username', 'name', 'email', 'password_hash');

/** Violates `members_username_key` or `members_verified_email`. */
export const insertAdmin = (db: Statements, admin: Row<typeof newAdmin>) =>
  db.run(
    `insert into members (${newAdmin.names}, email_verified_at, role) select ${newAdmin.names}, now(), 'admin' from ${newAdmin.from('$1')}`,
    [newAdmin.record(admin)],
  );

/** Finds the member by username or verified address. Returns nothing if there is none. */
export const updateRoleByUsernameOrEmail = (db: Statements, usernameOrEmail: string, role: MemberRow['role']) =>
  db.row<{ id: string }>(
    `update members set role = $2, role_to_confirm = null, role_without_groups = null
      where username = $1 or (email = $1 and email_verified_at is not null) returning id`,
    [usernameOrEmail, role],
  );

export const lockMembersWithRoles = (tx: Statements, ids: readonly string[]) =>
  tx.rows<Pick<MemberRow, 'id' | 'role'>>(
    `select id, role from members where id = any($1::uuid[]) and closed_at is null and email_verified_at is not null
      order by id for no key update`,
    [ids],
  );

export const updateRole = (tx: Statements, memberId: string, role: MemberRow['role']) =>
  tx.run('update members set role = $2, role_to_confirm = null, role_without_groups = null where id = $1', [memberId, role]);

/** Turns all admins into members who must confirm their role. Ends whatever could act or confirm for them: sessions, API tokens, links. */
export const suspendAdminRoles = (tx: Statements) =>
  tx.rows<{ id: string }>(
    `with admins as (update members set role = 'member', role_to_confirm = 'admin' where role = 'admin' returning id),
          overruled as (update identities set is_overruled = true where member_id in (select id from admins) and granted_role is not null),
          ended_sessions as (delete from sessions where member_id in (select id from admins)),
          ended_tokens as (delete from api_tokens where member_id in (select id from admins)),
          ended_resets as (delete from password_resets where member_id in (select id from admins)),
          ended_changes as (delete from email_changes where member_id in (select id from admins))
     select id from admins`,
  );

export const listSuspendedAdmins = (db: Statements) =>
  db.rows<{ username: string }>('select username from members where role_to_confirm is not null order by username');

/** Returns 0 if the member has no role to confirm. */
export const confirmRole = (tx: Statements, memberId: string) =>
  tx.run(
    `with confirmed as (
       update members set role = role_to_confirm, role_to_confirm = null where id = $1 and role_to_confirm is not null returning id),
          restored as (update identities set is_overruled = false where member_id in (select id from confirmed))
     select from confirmed`,
    [memberId],
  );

export const updateRoleByGroups = (
  tx: Statements,
  memberId: string,
  role: MemberRow['role'],
  roleWithoutGroups: MemberRow['role_without_groups'],
) => tx.run('update members set role = $2, role_without_groups = $3 where id = $1', [memberId, role, roleWithoutGroups]);

/** Keeps the roles that groups at identity providers gave out of force until the groups change. */
export const overruleGrantedRoles = (tx: Statements, memberId: string) =>
  tx.run('update identities set is_overruled = true where member_id = $1 and granted_role is not null', [memberId]);

export const listAdmins = (db: Statements) =>
  db.rows<{ id: string }>(
    `select id from members where role <> 'member' and role = 'admin' and is_live and email_verified_at is not null order by id limit 100`,
  );
