import { lockSuspendable, markSuspended, unmarkSuspended } from '../../identity/accounts/suspended-accounts.ts';
import { endSessions } from '../../identity/sign-in/sessions.ts';
import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { type About, recordReversal } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockReportsAbout } from '../../platform/reports/open-reports.ts';
import { type Said, sayWhy, type Explanation } from '../rules/require-rule.ts';
import { conclude } from './conclude.ts';
import { maySuspend } from './rules.ts';

export interface Suspension extends Said {
  /** Null: until it is taken back. */
  until: string | null;
}

/** Suspends a member: signed out everywhere and seen by nobody from the next request on. What is reported of them is resolved by it. */
export const suspendMember = (
  context: Context,
  viewer: Viewer,
  memberId: string,
  explanation: Explanation,
  until: string | null,
): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId)) throw notFound('profileNotFound');
    const reports = await lockReportsAbout(tx, memberId);
    const suspension = { ...(await sayWhy(tx, explanation)), until };
    await suspend(context, tx, viewer, memberId, suspension);
    await conclude(tx, viewer, { act: 'suspend_member', about: { memberId, ...aboutSuspension(suspension) } }, reports);
  });

/** … in a transaction. */
export async function suspend(
  { now }: Pick<Context, 'now'>,
  tx: Statements,
  viewer: Viewer,
  memberId: string,
  { said, until }: Suspension,
): Promise<void> {
  if (until !== null && Date.parse(until) <= now().getTime()) throw invalid({ until: ['suspensionEndPassed'] });
  await lockBelow(tx, viewer, memberId);
  await markSuspended(tx, memberId, until === null ? null : new Date(until), said);
  await endSessions(tx, memberId);
}

/** What the log says of it. */
export const aboutSuspension = ({ reason, ruleId, until }: Suspension): About => ({
  reason,
  ruleId,
  ...(until !== null && { details: { type: 'until', until } }),
});

/** Lets a suspended member back. */
export const endSuspension = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId)) throw notFound('profileNotFound');
    await lockBelow(tx, viewer, memberId);
    if (!(await unmarkSuspended(tx, memberId))) throw notFound('profileNotFound');
    const { entry, overruled } = await recordReversal(tx, viewer, 'end_suspension', { memberId });
    await notifyOfModeration(tx, entry, overruled);
  });

/** Locks the account of somebody whose role is below the organiser's. */
async function lockBelow(tx: Statements, viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) throw new Refusal('cannot_suspend_self', 'cannotSuspendSelf');
  const member = await lockSuspendable(tx, memberId);
  if (!member) throw notFound('profileNotFound');
  if (!maySuspend(viewer, member.role)) throw new Refusal('forbidden', 'suspendOnlyBelow');
}
