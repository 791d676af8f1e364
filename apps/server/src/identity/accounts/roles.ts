import { canonicalEmail } from '@mbari/contract/identity/auth';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { because, notFound } from '../../platform/refusal.ts';
import * as queries from './queries.ts';

/** Returns up to 100 admins as `{id}`. */
export const listAdmins = (db: Statements) => queries.listAdmins(db);

/** Locks open, verified accounts in id order. Returns their roles. */
export const lockAccountsWithRoles = (tx: Statements, ids: readonly string[]) => queries.lockMembersWithRoles(tx, ids);

/** Sets a role. Mails the other admins about a new admin. */
export async function setRole(tx: Statements, memberId: string, role: 'member' | 'moderator' | 'admin'): Promise<void> {
  await queries.updateRole(tx, memberId, role);
  if (role === 'admin') await mailAdminsAboutNewAdmin(tx, memberId);
}

export async function mailAdminsAboutNewAdmin(tx: Statements, adminId: string): Promise<void> {
  const otherAdmins = (await listAdmins(tx)).filter(({ id }) => id !== adminId);
  await queueMails(
    tx,
    otherAdmins.map(({ id }) => ({ kind: 'admin_added', member_id: id, admin_id: adminId })),
  );
}

/** Sets the role of a member found by username or address. Throws `not_found`. */
export async function promoteMember({ db }: Context, usernameOrEmail: string, role: 'member' | 'moderator' | 'admin'): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await queries.updateRoleByUsernameOrEmail(tx, canonicalEmail(usernameOrEmail), role);
    if (!member) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
    if (role === 'admin') await mailAdminsAboutNewAdmin(tx, member.id);
  });
}
