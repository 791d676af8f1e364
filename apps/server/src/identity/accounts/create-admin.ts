import { canonicalEmail } from '@mbari/contract/identity/auth';
import { hashPassword, isGuessablePassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { because, invalid, notFound } from '../../platform/refusal.ts';
import * as queries from './queries.ts';
import { insertAdmin } from './queries.ts';

type Role = Viewer['role'];

/** Creates an admin with a verified address. Throws `validation`. */
export async function createAdmin(
  { db }: Context,
  admin: { username: string; name: string; email: string; password: string },
): Promise<void> {
  const { username, name, email } = admin;
  if (await isGuessablePassword(admin.password, admin)) throw invalid({ password: ['passwordTooCommon'] });
  const password_hash = await hashPassword(admin.password);
  try {
    const id = newId();
    await db.transaction(async (tx) => {
      await insertAdmin(tx, { id, username, name, email, password_hash });
      await mailAdminsAboutNewAdmin(tx, id);
    });
  } catch (error) {
    if (violates(error, 'members_username_key')) throw invalid({ username: ['usernameTaken'] });
    if (violates(error, 'members_verified_email')) throw invalid({ email: ['addressOfMember'] });
    throw error;
  }
}

/** Returns up to 100 admins as `{id}`. */
export const listAdmins = (db: Statements) => queries.listAdmins(db);

/** Locks open, verified accounts in id order. Returns their roles. */
export const lockAccountsWithRoles = (tx: Statements, ids: readonly string[]) => queries.lockMembersWithRoles(tx, ids);

/** Sets a role by hand, which stays until the member's groups at an identity provider change. Mails the other admins about a new admin. */
export async function setRole(tx: Statements, memberId: string, role: Role): Promise<void> {
  await queries.overruleGrantedRoles(tx, memberId);
  await queries.updateRole(tx, memberId, role);
  if (role === 'admin') await mailAdminsAboutNewAdmin(tx, memberId);
}

/** Like `setRole`, for a role that the member's groups at an identity provider give. */
export async function setRoleByGroups(
  tx: Statements,
  memberId: string,
  { role, roleWithoutGroups }: { role: Role; roleWithoutGroups: Role | null },
): Promise<void> {
  await queries.updateRoleByGroups(tx, memberId, role, roleWithoutGroups);
  if (role === 'admin') await mailAdminsAboutNewAdmin(tx, memberId);
}

async function mailAdminsAboutNewAdmin(tx: Statements, adminId: string): Promise<void> {
  const otherAdmins = (await listAdmins(tx)).filter(({ id }) => id !== adminId);
  await queueMails(
    tx,
    otherAdmins.map(({ id }) => ({ kind: 'admin_added', member_id: id, admin_id: adminId })),
  );
}

/**
 * Suspends the role of all admins after the community was handed over, and mails them. Each confirms it with a new password by a mailed link:
 * that proves the mailbox, and the previous operator knows nothing about the new password.
 */
export async function suspendAdmins(tx: Statements): Promise<void> {
  const admins = await queries.suspendAdminRoles(tx);
  await queueMails(
    tx,
    admins.map(({ id }) => ({ kind: 'notice', member_id: id, notice: 'role_to_confirm' })),
  );
}

/** Returns the usernames of admins who did not confirm their role yet. */
export const listSuspendedAdmins = async (db: Statements): Promise<string[]> =>
  (await queries.listSuspendedAdmins(db)).map(({ username }) => username);

/** Restores a suspended role, if the member has one, and mails the other admins. */
export async function confirmRole(tx: Statements, memberId: string): Promise<void> {
  if ((await queries.confirmRole(tx, memberId)) > 0) await mailAdminsAboutNewAdmin(tx, memberId);
}

/** Sets the role of a member found by username or address. Throws `not_found`. */
export async function promoteMember({ db }: Context, usernameOrEmail: string, role: Role): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await queries.updateRoleByUsernameOrEmail(tx, canonicalEmail(usernameOrEmail), role);
    if (!member) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
    await queries.overruleGrantedRoles(tx, member.id);
    if (role === 'admin') await mailAdminsAboutNewAdmin(tx, member.id);
  });
}
