import type * as calls from '@mbari/contract/community/admin-members';
import type { z } from 'zod';
import { closeMemberAccount } from '../identity/accounts/close-account.ts';
import { lockAccountsWithRoles, setRole } from '../identity/accounts/create-admin.ts';
import { endApiTokens } from '../identity/api-tokens/api-tokens.ts';
import { mailExportOffer } from '../identity/export/start-export.ts';
import { confirmOwner } from '../identity/sign-in/password-checks.ts';
import { endSessions } from '../identity/sign-in/sessions.ts';
import { grantPlanToMember, revokePlanOfMember } from '../people/plans/grant-plan.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { type Organiser, requireRole } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { lockAccounts } from '../platform/member-views.ts';
import { type About, asOrganiser, type ModerationAction, recordModeration } from '../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { findAccount, wasSentExport } from './member-queries.ts';

const actOnMember = (
  context: Context,
  viewer: Organiser,
  memberId: string,
  action: ModerationAction,
  act: (tx: Statements) => Promise<About['details'] | void>,
): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId) || (await lockAccounts(tx, [memberId])).length === 0) throw notFound('profileNotFound');
    const details = await act(tx);
    await recordModeration(tx, viewer, action, { memberId, ...(details && { details }) });
  });

export const signOutMember = (context: Context, viewer: Organiser, memberId: string): Promise<void> =>
  actOnMember(context, viewer, memberId, 'sign_out_member', async (tx) => {
    await endSessions(tx, memberId);
    await endApiTokens(tx, memberId);
  });

/** Grants a member a plan, which replaces an earlier grant. */
export const grantPlan = (context: Context, viewer: Organiser, memberId: string, name: string, until: string | null): Promise<void> =>
  actOnMember(context, viewer, memberId, 'grant_plan', async (tx) => {
    if (until !== null && Date.parse(until) <= context.now().getTime()) throw invalid({ ends_at: ['planEndPassed'] });
    await grantPlanToMember(tx, memberId, { name, endsAt: until === null ? null : new Date(until) });
    return { type: 'plan', name, until };
  });

export const revokePlan = (context: Context, viewer: Organiser, memberId: string): Promise<void> =>
  actOnMember(context, viewer, memberId, 'revoke_plan', async (tx) => void (await revokePlanOfMember(tx, memberId)));

/** Mails a member the link to an export of their data. The admin never receives it. */
export const sendMemberExport = (context: Context, viewer: Organiser, memberId: string): Promise<void> =>
  actOnMember(context, viewer, memberId, 'export_member', async (tx) => {
    const account = await findAccount(tx, memberId);
    if (account?.state !== 'live') throw new Refusal('conflict', 'exportNotReachable');
    // The account row is locked, so a concurrent second call sees the first export.
    if (await wasSentExport(tx, memberId)) throw new Refusal('conflict', 'exportSentAlready');
    await mailExportOffer(tx, memberId);
  });

/** Closes an account at the member's request. Refuses to close an admin's account. */
export const closeAccountAsAdmin = (context: Context, viewer: Organiser, memberId: string): Promise<void> =>
  actOnMember(context, viewer, memberId, 'close_member', async (tx) => {
    const [account] = await lockAccountsWithRoles(tx, [memberId]);
    if (account?.role === 'admin') throw new Refusal('forbidden', 'adminNotClosed');
    if (!account || !(await closeMemberAccount(tx, memberId))) throw notFound('profileNotFound');
  });

/**
 * Changes a member's role after the admin re-authenticates. Members never change their own role, so one admin always remains:
 * when two admins demote each other concurrently, the second is refused.
 */
export async function changeRole(
  context: Context,
  viewer: Organiser,
  memberId: string,
  { role, password }: z.output<typeof calls.changeRole.shape.body>,
): Promise<void> {
  await confirmOwner(context, viewer, password);
  await asOrganiser(context, viewer, async (tx) => {
    if (memberId === viewer.id) throw new Refusal('forbidden', 'ownRole');
    if (!isId(memberId)) throw notFound('profileNotFound');
    const accounts = await lockAccountsWithRoles(tx, [viewer.id, memberId]);
    const roleOf = (id: string) => accounts.find((account) => account.id === id)?.role;
    requireRole('admin', { role: roleOf(viewer.id) ?? 'member' });
    const currentRole = roleOf(memberId);
    if (currentRole === undefined) throw notFound('profileNotFound');
    if (currentRole === role) return;
    await setRole(tx, memberId, role);
    await recordModeration(tx, viewer, 'change_role', { memberId, details: { type: 'role', before: currentRole, after: role } });
  });
}
