import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import { deletePostUnchecked } from '../../forum/posts/delete-post.ts';
import { deleteTopicUnchecked } from '../../forum/topics/update-topic.ts';
import { lockSuspendableAccount, markSuspended } from '../../identity/accounts/suspended-accounts.ts';
import { endApiTokens } from '../../identity/api-tokens/api-tokens.ts';
import { endSessions } from '../../identity/sign-in/sessions.ts';
import { removeReportedMessage } from '../../messages/change-message.ts';
import { notifyOfModeration } from '../../notifications/notify.ts';
import { moderateFeedback } from '../../photos/challenges/vote.ts';
import { removeCommentOf } from '../../photos/comments/delete-comment.ts';
import { moderateExhibition } from '../../photos/exhibitions/save-exhibition.ts';
import { citeMark, markPhotoOf, removePhotoOf } from '../../photos/posts/delete-photo.ts';
import { moderateSeries } from '../../photos/series/save-series.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser, Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { type About, asOrganiser, type ModerationAction, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { lockReportsAbout, markResolved, type OpenReport } from '../../platform/moderation/report-subject.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { type Explanation, requireExplanation, type ResolvedExplanation } from '../community-rules.ts';
import { insertWarning, lockOpenAccount, updateSilence } from '../queries.ts';
import { findForumPost, listConcerned } from './queries.ts';
import { maySuspend } from './views.ts';

/** Subject of an act: content and its author, or a member alone. */
export type Subject = Pick<
  About,
  'photoId' | 'commentId' | 'postId' | 'seriesId' | 'exhibitionId' | 'challengeId' | 'feedbackId' | 'messageId' | 'memberId'
>;

interface Act {
  outcome: z.output<typeof calls.resolveReports.shape.body>['outcome'];
  /** End of a silence or suspension; null: until an organiser lifts it. */
  until?: string | null;
  /** Content warning of a marked photo. */
  warning?: string | undefined;
}

export type Decision = Act & ResolvedExplanation;

interface ActInput {
  tx: Statements;
  viewer: Organiser;
  now: Date;
  subject: Subject;
  decision: Decision;
}

type ActResult = { action: ModerationAction } & About;

const acts: Record<Act['outcome'], (input: ActInput) => Promise<ActResult>> = {
  dismissed: () => Promise.resolve({ action: 'dismiss_reports' }),
  marked: mark,
  removed: remove,
  warned: async ({ tx, viewer, subject }) => ({
    action: 'warn_member',
    memberId: await lockLowerRankedMember(tx, viewer, subject, lockOpenAccount),
  }),
  silenced: async (input) => ({
    action: 'silence_member',
    ...(await restrict(input, lockOpenAccount, updateSilence, 'silenceEndPassed')),
  }),
  suspended: async (input) => {
    const suspension = await restrict(input, lockSuspendableAccount, markSuspended, 'suspensionEndPassed');
    await endSessions(input.tx, suspension.memberId);
    await endApiTokens(input.tx, suspension.memberId);
    return { action: 'suspend_member', ...suspension };
  },
};

/** Acts on a subject with or without reports, and resolves its open reports. */
export const moderate = (
  context: Context,
  viewer: Organiser,
  subject: Subject,
  { outcome, until, warning, ...explanation }: Act & Explanation,
) =>
  asOrganiser(context, viewer, async (tx) => {
    const subjectId = subject.photoId ?? subject.commentId ?? subject.memberId ?? '';
    const reports = isId(subjectId) ? await lockReportsAbout(tx, subjectId) : [];
    await actOn(
      context,
      tx,
      viewer,
      subject,
      { outcome, until: until ?? null, warning, ...(await requireExplanation(tx, explanation)) },
      reports,
    );
  });

/**
 * Performs an act, logs it, resolves the locked reports and notifies the author and the reporters. A suspended member sees the reason at sign-in
 * instead.
 */
export async function actOn(
  { now }: Pick<Context, 'now'>,
  tx: Statements,
  viewer: Organiser,
  subject: Subject,
  decision: Decision,
  reports: readonly OpenReport[],
): Promise<void> {
  const { action, ...result } = await acts[decision.outcome]({ tx, viewer, now: now(), subject, decision });
  const about = { ...subject, ...result, reason: decision.reason, ruleId: decision.ruleId, reportsCount: reports.length };
  const entry = await recordModeration(tx, viewer, action, about);
  const { memberId } = about;
  if (action === 'warn_member' && memberId !== undefined) await insertWarning(tx, entry, memberId);
  if (action === 'mark_photo' && about.photoId !== undefined) await citeMark(tx, about.photoId, entry);
  if (reports.length > 0) await markResolved(tx, reports, entry);
  const isAuthorNotified = action !== 'dismiss_reports' && action !== 'suspend_member';
  const authors = isAuthorNotified ? await listConcerned(tx, entry) : [];
  const members = [...authors, ...reports.map(({ reporter_id }) => reporter_id)];
  await notifyOfModeration(
    tx,
    entry,
    members.filter((id): id is string => typeof id === 'string' && id !== viewer.id),
  );
}

async function mark({ tx, viewer, subject: { photoId }, decision: { warning = '' } }: ActInput): Promise<ActResult> {
  if (photoId === undefined) throw invalid({ outcome: ['onlyPhotosMarked'] });
  if (warning === '') throw invalid({ warning: ['warningMissing'] });
  return { action: 'mark_photo', memberId: await markPhotoOf(tx, viewer, photoId, warning) };
}

async function remove({ tx, viewer, subject }: ActInput): Promise<ActResult> {
  const { photoId, commentId, postId, seriesId, exhibitionId, challengeId, feedbackId, messageId } = subject;
  if (photoId !== undefined) return { action: 'remove_photo', memberId: await removePhotoOf(tx, viewer, photoId) };
  if (commentId !== undefined) return { action: 'remove_comment', memberId: await removeCommentOf(tx, viewer, commentId) };
  if (seriesId !== undefined) return { action: 'remove_series', memberId: await moderateSeries(tx, viewer, seriesId, true) };
  if (exhibitionId !== undefined)
    return { action: 'remove_exhibition', memberId: await moderateExhibition(tx, viewer, exhibitionId, true) };
  if (feedbackId !== undefined) return { action: 'remove_feedback', memberId: await moderateFeedback(tx, viewer, feedbackId, true) };
  if (messageId !== undefined) return { action: 'remove_message', memberId: await removeReportedMessage(tx, viewer, messageId) };
  if (challengeId !== undefined) throw invalid({ outcome: ['challengesAreDeleted'] });
  const post = postId === undefined ? undefined : await findForumPost(tx, postId);
  if (!post) throw invalid({ outcome: ['membersAreSuspended'] });
  const topicId = post.topic_id;
  if (post.number === 1) await deleteTopicUnchecked(tx, topicId);
  else await deletePostUnchecked(tx, topicId, post.id);
  return { action: post.number === 1 ? 'delete_topic' : 'delete_post', topicId };
}

type Lock = (tx: Statements, memberId: string) => Promise<Pick<Viewer, 'role'> | undefined>;

async function restrict(
  { tx, viewer, now, subject, decision: { until = null, memberText: reason } }: ActInput,
  lock: Lock,
  mark: (tx: Statements, memberId: string, until: Date | null, reason: string) => Promise<unknown>,
  refusalReason: 'silenceEndPassed' | 'suspensionEndPassed',
): Promise<About & { memberId: string }> {
  if (until !== null && Date.parse(until) <= now.getTime()) throw invalid({ until: [refusalReason] });
  const memberId = await lockLowerRankedMember(tx, viewer, subject, lock);
  await mark(tx, memberId, until === null ? null : new Date(until), reason);
  return { memberId, ...(until !== null && { details: { type: 'until', until } }) };
}

/** Locks the account of a member with a lower role than the organiser. */
export async function lockLowerRankedMember(tx: Statements, viewer: Organiser, { memberId }: Subject, lock: Lock): Promise<string> {
  if (memberId === viewer.id) throw new Refusal('cannot_suspend_self', 'cannotSuspendSelf');
  const member = memberId !== undefined && isId(memberId) ? await lock(tx, memberId) : undefined;
  if (memberId === undefined || !member) throw notFound('profileNotFound');
  if (!maySuspend(viewer, member.role)) throw new Refusal('forbidden', 'suspendOnlyBelow');
  return memberId;
}
