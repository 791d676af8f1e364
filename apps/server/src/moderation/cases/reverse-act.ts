import { restorePost, restoreTopic } from '../../forum/moderation/restore-deleted.ts';
import {
  endExpiredSuspension,
  listExpiredSuspensions,
  lockSuspendableAccount,
  markUnsuspended,
} from '../../identity/accounts/suspended-accounts.ts';
import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { moderateFeedback } from '../../photos/challenges/vote.ts';
import { restoreCommentOf } from '../../photos/comments/delete-comment.ts';
import { moderateExhibition } from '../../photos/exhibitions/save-exhibition.ts';
import { markPhotoOf, restorePhotoOf } from '../../photos/posts/delete-photo.ts';
import { moderateSeries } from '../../photos/series/save-series.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/task.ts';
import {
  type About,
  asOrganiser,
  type ModerationAction,
  recordReversal,
  type Reversal,
  reversedBy,
} from '../../platform/moderation/record-moderation.ts';
import { notFound } from '../../platform/refusal.ts';
import { clearSilence, lockOpenAccount } from '../queries.ts';
import { lockLowerRankedMember } from './act-on.ts';
import { listConcerned } from './queries.ts';

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
