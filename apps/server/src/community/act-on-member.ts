import { closeForMember } from '../identity/accounts/close-account.ts';
import { lockAccountsWithRoles } from '../identity/accounts/roles.ts';
import { offerExport } from '../identity/export/offer-export.ts';
import { endSessions } from '../identity/sign-in/sessions.ts';
import { grantPlanTo, takeGrantFrom } from '../people/plans/grant-plan.ts';
import { recordModeration } from '../platform/audit/record-moderation.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { lockAccounts } from '../platform/members/lock-members.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { asAdmin } from './as-admin.ts';
import { findAccount, wasSentExport } from './member-queries.ts';

/** Signs a member out everywhere. */
export const signOut = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
    if ((await lockAccounts(tx, [memberId])).length === 0) throw notFound('profileNotFound');
    await endSessions(tx, memberId);
    await recordModeration(tx, viewer, 'sign_out_member', { memberId });
  });

/** Gives a member a plan in place of what was given before. */
export const giveGrant = (context: Context, viewer: Viewer, memberId: string, name: string, until: string | null): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
    if (until !== null && Date.parse(until) <= context.now().getTime()) throw invalid({ ends_at: ['planEndPassed'] });
    if ((await lockAccounts(tx, [memberId])).length === 0) throw notFound('profileNotFound');
    await grantPlanTo(tx, memberId, { name, endsAt: until === null ? null : new Date(until) });
    await recordModeration(tx, viewer, 'grant_plan', { memberId, details: { type: 'plan', name, until } });
  });

/** Takes back what was given. */
export const takeGrantBack = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
    if ((await lockAccounts(tx, [memberId])).length === 0) throw notFound('profileNotFound');
    await takeGrantFrom(tx, memberId);
    await recordModeration(tx, viewer, 'revoke_plan', { memberId });
  });

/** Mails a member who asked for their data the way to it. Nobody else ever gets it, whoever sent it. */
export const sendExport = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
    if ((await lockAccounts(tx, [memberId])).length === 0) throw notFound('profileNotFound');
    const account = await findAccount(tx, memberId);
    if (account?.state !== 'live') throw new Refusal('conflict', 'exportNotReachable');
    // The account is locked: of two who send it at once, one finds what the other did.
    if (await wasSentExport(tx, memberId)) throw new Refusal('conflict', 'exportSentAlready');
    await offerExport(tx, memberId);
    await recordModeration(tx, viewer, 'export_member', { memberId });
  });

/** Closes an account whose member asked for it. No admin is closed by another: their role goes first. */
export const closeForOther = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asAdmin(context, viewer, memberId, async (tx) => {
    const [locked] = await lockAccountsWithRoles(tx, [memberId]);
    if (!locked) throw notFound('profileNotFound');
    if (locked.role === 'admin') throw new Refusal('forbidden', 'adminNotClosed');
    if (!(await closeForMember(tx, memberId))) throw notFound('profileNotFound');
    await recordModeration(tx, viewer, 'close_member', { memberId });
  });
