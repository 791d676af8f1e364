import type { Context } from '../../context.ts';
import { requireRole, type Viewer } from '../../http/viewer.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { lockAccountsWithRoles, setRoleOf } from '../accounts/roles.ts';
import { recordModeration } from '../moderation-log/record-moderation.ts';
import { asAdmin } from './as-admin.ts';

/** Gives a member another role. Nobody changes their own, so that an admin is always left: of two who take it from each other, one is late. */
export const changeRole = (context: Context, viewer: Viewer, memberId: string, role: Viewer['role']): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
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
