import type * as calls from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import { restorePost, restoreTopic } from '../../forum/moderation/moderate-topic.ts';
import {
  endExpiredSuspension,
  listExpiredSuspensions,
  lockSuspendableAccount,
  markUnsuspended,
} from '../../identity/accounts/suspended-accounts.ts';
import { notifyOfModeration } from '../../notifications/notify.ts';
import { moderateFeedback } from '../../photos/challenges/vote.ts';
import { restoreCommentOf } from '../../photos/comments/delete-comment.ts';
import { moderateExhibition } from '../../photos/exhibitions/save-exhibition.ts';
import { markPhotoOf, restorePhotoOf } from '../../photos/posts/delete-photo.ts';
import { moderateSeries } from '../../photos/series/save-series.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import {
  type About,
  asOrganiser,
  type ModerationAction,
  recordReversal,
  type Reversal,
  reversedBy,
} from '../../platform/moderation/record-moderation.ts';
import { findSubjects, lockKnownReports, lockReportsLike, type OpenReport } from '../../platform/moderation/report-subject.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { requireExplanation } from '../community-rules.ts';
import { clearSilence, lockOpenAccount } from '../queries.ts';
import { actOn, type Decision, lockLowerRankedMember, type Subject } from './act-on.ts';
import { listConcerned } from './queries.ts';

type Body = z.output<typeof calls.resolveReports.shape.body>;
type BulkShape = typeof calls.resolveTogether.shape;
type Answer = z.input<BulkShape['answer']>['data'];

/** Acts on a reported subject and resolves all its open reports. Refuses a concurrent second resolution. */
export const resolveReports = (context: Context, viewer: Organiser, reportId: string, body: Body): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const reports = await lockReportsLike(tx, viewer.id, reportId);
    await actOn(context, tx, viewer, subjectOf(reports[0]!), await prepareDecision(tx, body), reports);
  });

/**
 * Resolves several subjects, each in its own transaction, so one refusal undoes nothing else. A transaction never locks two subjects, so deadlocks
 * are impossible.
 */
export async function resolveReportsInBulk(
  context: Context,
  viewer: Organiser,
  { report_ids: ids, ...body }: z.output<BulkShape['body']>,
): Promise<Answer> {
  const decision = await prepareDecision(context.db, body);
  const subjects = await findSubjects(context.db, viewer.id, ids);
  // Two reports about one subject are resolved once.
  const results = new Map<string, Refusal | null>();
  const answer: Answer = [];
  for (const id of ids) {
    const subject = subjects.get(id);
    if (subject !== undefined && !results.has(subject)) results.set(subject, await tryResolve(context, viewer, id, decision));
    const refusal = subject === undefined ? notFound('reportNotFound') : results.get(subject);
    answer.push({ id, refusal: refusal ? viewRefusal(refusal) : null });
  }
  return answer;
}

/** Returns null if the reports were resolved. */
async function tryResolve(context: Context, viewer: Organiser, id: string, decision: Decision): Promise<Refusal | null> {
  try {
    await asOrganiser(context, viewer, async (tx) => {
      const reports = await lockKnownReports(tx, viewer.id, id);
      await actOn(context, tx, viewer, subjectOf(reports[0]!), decision, reports);
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function prepareDecision(db: Statements, { outcome, note = '', rule_id: ruleId, until = null, warning }: Body): Promise<Decision> {
  const explanation = await requireExplanation(db, { reason: note, ruleId });
  if (outcome !== 'dismissed' && note === '' && ruleId === undefined) throw invalid({ note: ['moderationReasonMissing'] });
  return { ...explanation, outcome, until, warning };
}

const subjectOf = ({
  photo_id,
  comment_id,
  forum_post_id,
  series_id,
  exhibition_id,
  challenge_id,
  feedback_id,
  message_id,
  owner_id,
}: OpenReport): Subject => ({
  ...(photo_id !== null && { photoId: photo_id }),
  ...(comment_id !== null && { commentId: comment_id }),
  ...(forum_post_id !== null && { postId: forum_post_id }),
  ...(series_id !== null && { seriesId: series_id }),
  ...(exhibition_id !== null && { exhibitionId: exhibition_id }),
  ...(challenge_id !== null && { challengeId: challenge_id }),
  ...(feedback_id !== null && { feedbackId: feedback_id }),
  ...(message_id !== null && { messageId: message_id }),
  ...(owner_id !== null && { memberId: owner_id }),
});

/** Prefers a field error, which is more specific. */
function viewRefusal({ code, sentence, errors }: Refusal): NonNullable<Answer[number]['refusal']> {
  const { text, reason, params } = (errors && Object.values(errors)[0]?.[0]) ?? sentence;
  return { code, message: text, reason, ...(params && { params }) };
}

type ReversedAct = (typeof reversedBy)[Reversal];

/** Returns the subject for the log. Throws `not_found` if nothing is left to undo. */
export const undo: Record<ReversedAct, (tx: Statements, viewer: Organiser, about: About) => Promise<About>> = {
  remove_photo: async (tx, viewer, { photoId = '' }) => ({ photoId, memberId: await restorePhotoOf(tx, viewer, photoId) }),
  mark_photo: async (tx, viewer, { photoId = '' }) => ({ photoId, memberId: await markPhotoOf(tx, viewer, photoId, null) }),
  remove_comment: async (tx, viewer, { commentId = '' }) => ({ commentId, memberId: await restoreCommentOf(tx, viewer, commentId) }),
  remove_series: async (tx, viewer, { seriesId = '' }) => ({ seriesId, memberId: await moderateSeries(tx, viewer, seriesId, false) }),
  remove_exhibition: async (tx, viewer, { exhibitionId = '' }) => ({
    exhibitionId,
    memberId: await moderateExhibition(tx, viewer, exhibitionId, false),
  }),
  remove_feedback: async (tx, viewer, { feedbackId = '' }) => ({
    feedbackId,
    memberId: await moderateFeedback(tx, viewer, feedbackId, false),
  }),
  delete_topic: async (tx, _viewer, { topicId = '', categoryId }) => {
    if (!isId(topicId)) throw notFound('topicNotFound');
    await restoreTopic(tx, topicId, categoryId ?? null);
    return { topicId };
  },
  delete_post: async (tx, _viewer, { topicId = '', postId = '' }) => {
    if (!isId(topicId)) throw notFound('topicNotFound');
    if (!isId(postId)) throw notFound('forumPostNotFound');
    await restorePost(tx, topicId, postId);
    return { topicId, postId };
  },
  silence_member: async (tx, _viewer, { memberId = '' }) => {
    if ((await clearSilence(tx, memberId)) === 0) throw notFound('profileNotFound');
    return { memberId };
  },
  suspend_member: async (tx, _viewer, { memberId = '' }) => {
    if (!(await markUnsuspended(tx, memberId))) throw notFound('profileNotFound');
    return { memberId };
  },
};

export const isReversible = (action: ModerationAction): action is ReversedAct => action in undo;

/** Reverses an act. Notifies the author or the silenced member, and the organiser who is overruled. */
export const reverseAct = (context: Context, viewer: Organiser, reversal: Reversal, subject: About): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (reversal === 'end_silence') await lockLowerRankedMember(tx, viewer, subject, lockOpenAccount);
    if (reversal === 'end_suspension') await lockLowerRankedMember(tx, viewer, subject, lockSuspendableAccount);
    const about = { ...(subject.reason && { reason: subject.reason }), ...(await undo[reversedBy[reversal]](tx, viewer, subject)) };
    const { entry, overruled } = await recordReversal(tx, viewer, reversal, about);
    const authors = reversal === 'end_suspension' ? [] : await listConcerned(tx, entry);
    await notifyOfModeration(tx, entry, [...authors, ...overruled]);
  });

/** Ends expired suspensions, one per transaction, because each may restore many counters. */
export const liftExpiredSuspensions: Task = async (_payload, { context: { db }, signal }) => {
  for (const memberId of await listExpiredSuspensions(db)) {
    if (signal.aborted) return;
    await db.transaction((tx) => endExpiredSuspension(tx, memberId));
  }
};
