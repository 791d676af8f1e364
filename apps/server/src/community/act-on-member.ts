import type * as calls from '@mbari/contract/community/admin-members';
import type { Account, AccountDetails } from '@mbari/contract/community/admin-members';
import { canonicalEmail } from '@mbari/contract/identity/auth';
import type { z } from 'zod';
import { closeMemberAccount } from '../identity/accounts/close-account.ts';
import { lockAccountsWithRoles, setRole } from '../identity/accounts/create-admin.ts';
import { endApiTokens } from '../identity/api-tokens/api-tokens.ts';
import { mailExportOffer } from '../identity/export/start-export.ts';
import { confirmOwner } from '../identity/sign-in/log-in.ts';
import { endSessions, listDevices } from '../identity/sign-in/sessions.ts';
import { listHistory } from '../moderation/cases/list-log.ts';
import { grantPlanToMember, revokePlanOfMember } from '../people/plans/grant-plan.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import { type Organiser, requireRole, type Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { lockAccounts, viewAuthor } from '../platform/member-views.ts';
import { type About, asOrganiser, type ModerationAction, recordModeration } from '../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { type AccountFilter, type AccountRow, findAccount, listNewestAccounts, searchAccounts, wasSentExport } from './queries.ts';

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

type Shape = typeof calls.listAccounts.shape;

export async function listAccounts(
  context: Context,
  viewer: Viewer,
  { search = '', role, state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  const filter: AccountFilter = { role: role ?? 'all', state: state ?? 'all', before: idAfter(cursor), limit: literalLimit(per_page + 1) };
  const searchText = search.replace(/^@/, '');
  const word = searchText.includes('@') ? canonicalEmail(searchText) : searchText;
  if (word !== '') await context.limits.spend('user search by member', viewer.id);
  const rows = await (word === '' ? listNewestAccounts(context.db, filter) : searchAccounts(context.db, filter, word));
  const page = rows.slice(0, per_page);
  return {
    data: page.map(viewAccount),
    meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.author_id ?? null) : null },
  };
}

export async function readAccount({ db }: Context, viewer: Viewer, memberId: string): Promise<AccountDetails> {
  const row = isId(memberId) ? await findAccount(db, memberId) : undefined;
  if (!row) throw notFound('profileNotFound');
  const [sessions, history] = await Promise.all([listDevices(db, memberId), listHistory(db, viewer.id, memberId)]);
  const { photos_count, storage_bytes, plan_name, plan_ends_at, is_granted } = row;
  return {
    ...viewAccount(row),
    photos_count,
    storage_bytes,
    plan: plan_name === null ? null : { name: plan_name, ends_at: plan_ends_at?.toISOString() ?? null, is_granted },
    sessions,
    history,
  };
}

const viewAccount = (row: AccountRow): Account => ({
  ...viewAuthor(row),
  email: row.email,
  role: row.role,
  state: row.state,
  created_at: row.created_at.toISOString(),
});
