import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { recordReversal } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockReportsAbout } from '../../platform/reports/open-reports.ts';
import { addWarning, lockOpenAccount, markSilenced, unmarkSilenced } from '../appeals/silence.ts';
import { sayWhy, type Explanation } from '../rules/require-rule.ts';
import { conclude } from './conclude.ts';
import { maySuspend } from './rules.ts';
import { aboutSuspension, type Suspension } from './suspend-member.ts';

/** Warns a member, and resolves what is reported of them. */
export const warnMember = (context: Context, viewer: Viewer, memberId: string, explanation: Explanation): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId)) throw notFound('profileNotFound');
    const reports = await lockReportsAbout(tx, memberId);
    const { reason, ruleId } = await sayWhy(tx, explanation);
    await requireBelow(tx, viewer, memberId);
    const entry = await conclude(tx, viewer, { act: 'warn_member', about: { memberId, reason, ruleId } }, reports);
    await addWarning(tx, entry, memberId);
  });

/** Silences a member, and resolves what is reported of them. */
export const silenceMember = (
  context: Context,
  viewer: Viewer,
  memberId: string,
  explanation: Explanation,
  until: string | null,
): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId)) throw notFound('profileNotFound');
    const reports = await lockReportsAbout(tx, memberId);
    const silence = { ...(await sayWhy(tx, explanation)), until };
    await silenceOf(context, tx, viewer, memberId, silence);
    await conclude(tx, viewer, { act: 'silence_member', about: { memberId, ...aboutSuspension(silence) } }, reports);
  });

/** … in a transaction. */
export async function silenceOf(
  { now }: Pick<Context, 'now'>,
  tx: Statements,
  viewer: Viewer,
  memberId: string,
  { said, until }: Suspension,
): Promise<void> {
  if (until !== null && Date.parse(until) <= now().getTime()) throw invalid({ until: ['silenceEndPassed'] });
  await requireBelow(tx, viewer, memberId);
  await markSilenced(tx, memberId, until === null ? null : new Date(until), said);
}

/** Lets a silenced member write again. */
export const endSilence = (context: Context, viewer: Viewer, memberId: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(memberId)) throw notFound('profileNotFound');
    await requireBelow(tx, viewer, memberId);
    if (!(await unmarkSilenced(tx, memberId))) throw notFound('profileNotFound');
    const { entry, overruled } = await recordReversal(tx, viewer, 'end_silence', { memberId });
    await notifyOfModeration(tx, entry, [memberId, ...overruled]);
  });

/** Locks the account of somebody whose role is below the organiser's. */
export async function requireBelow(tx: Statements, viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) throw new Refusal('cannot_suspend_self', 'cannotSuspendSelf');
  const member = await lockOpenAccount(tx, memberId);
  if (!member) throw notFound('profileNotFound');
  if (!maySuspend(viewer, member.role)) throw new Refusal('forbidden', 'suspendOnlyBelow');
}
