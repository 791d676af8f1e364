import { updatePlanInForce } from '../../people/plans/grant-plan.ts';
import type { Identity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { setRoleByGroups } from '../accounts/create-admin.ts';
import { type Grants, listOtherGrantedRoles, lockMemberAndAdmins, updateGrants } from './queries.ts';

type Role = Viewer['role'];

/**
 * Applies the role and plan that the person's groups at the provider give. A role changes only if the groups give another one than at the
 * last sign-in, so a role that was changed by hand meanwhile stays. The last admin keeps the role. Admins who must confirm their role after a
 * handover get nothing until they have: their mailbox proves more than an account at a provider that the previous operator may run.
 */
export async function applyGrants(
  { log }: Context,
  tx: Statements,
  { id, grants }: { id: string; grants: Grants },
  identity: Pick<Identity, 'issuer' | 'subject' | 'role' | 'plan'>,
  provider: string,
): Promise<void> {
  const { role: granted_role, plan: granted_plan } = identity;
  if (granted_role === grants.granted_role && granted_plan === grants.granted_plan) return;
  const accounts = await lockMemberAndAdmins(tx, id);
  const { role: before, role_to_confirm, role_without_groups } = accounts.find((account) => account.id === id)!;
  if (role_to_confirm !== null) return;
  const roleWithoutGroups = role_without_groups ?? before;
  const otherGrants = await listOtherGrantedRoles(tx, id, identity);
  const after =
    granted_role === grants.granted_role
      ? before
      : highestOf([roleWithoutGroups, granted_role ?? 'member', ...otherGrants.map(({ granted_role: role }) => role)]);
  const admins = accounts.filter(({ is_admin }) => is_admin);
  const isLastAdmin = after !== 'admin' && admins.length === 1 && admins[0]!.id === id;
  await updateGrants(tx, identity, { granted_role: isLastAdmin ? grants.granted_role : granted_role, granted_plan });
  await updatePlanInForce(tx, id);
  if (isLastAdmin) log.warn({ member: id }, 'kept the last admin, whose groups at the identity provider give no such role');
  else if (after !== before) {
    await setRoleByGroups(tx, id, { role: after, roleWithoutGroups: after === roleWithoutGroups ? null : roleWithoutGroups });
    await recordModeration(tx, null, 'change_role', { memberId: id, details: { type: 'role', before, after, provider } });
  }
}

const ranks = { member: 0, moderator: 1, admin: 2 };

const highestOf = (roles: readonly Role[]): Role => roles.reduce((highest, role) => (ranks[role] > ranks[highest] ? role : highest));
