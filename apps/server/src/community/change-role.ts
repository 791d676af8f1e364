import type { adminMemberShapes } from '@mbari/contract/shapes/admin-members';
import type { z } from 'zod';
import { lockAccountsWithRoles, setRoleOf } from '../identity/accounts/roles.ts';
import { confirmOwner } from '../identity/sign-in/confirm-owner.ts';
import { recordModeration } from '../platform/audit/record-moderation.ts';
import type { Context } from '../platform/context.ts';
import { requireRole, type Viewer } from '../platform/http/viewer.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { asAdmin } from './as-admin.ts';

/**
 * Changes a member's role, once the admin has confirmed who they are. Nobody changes their own role, so one admin is always left:
 * when two admins demote each other at once, the second is refused.
 */
export async function changeRole(
  context: Context,
  viewer: Viewer,
  memberId: string,
  { role, password }: z.output<typeof adminMemberShapes.changeRole.body>,
): Promise<void> {
  await confirmOwner(context, viewer, password);
  await asAdmin(context, viewer, memberId, async (tx) => {
    if (memberId === viewer.id) throw new Refusal('forbidden', 'ownRole');
    const locked = await lockAccountsWithRoles(tx, [viewer.id, memberId]);
    const roleOf = (id: string) => locked.find((one) => one.id === id)?.role;
    requireRole('admin', { role: roleOf(viewer.id) ?? 'member' });
    const before = roleOf(memberId);
    if (before === undefined) throw notFound('profileNotFound');
    if (before === role) return;
    await setRoleOf(tx, memberId, role);
    await recordModeration(tx, viewer, 'change_role', { memberId, details: { type: 'role', before, after: role } });
  });
}
