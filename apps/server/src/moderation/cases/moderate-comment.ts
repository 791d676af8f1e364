import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { removeCommentOf, restoreCommentOf } from '../../photos/comments/remove-comment.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { recordReversal } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { lockReportsAbout } from '../../platform/reports/open-reports.ts';
import { sayWhy, type Explanation } from '../rules/require-rule.ts';
import { conclude } from './conclude.ts';

/** Takes a comment out of sight and resolves what is reported of it. */
export const removeComment = (context: Context, viewer: Viewer, commentId: string, explanation: Explanation): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(commentId)) throw notFound('commentNotFound');
    const reports = await lockReportsAbout(tx, commentId);
    const { reason, ruleId } = await sayWhy(tx, explanation);
    const memberId = await removeCommentOf(tx, viewer, commentId);
    await conclude(tx, viewer, { act: 'remove_comment', about: { commentId, memberId, reason, ruleId } }, reports);
  });

/** Brings a removed comment back. */
export const restoreComment = (context: Context, viewer: Viewer, commentId: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const memberId = await restoreCommentOf(tx, viewer, commentId);
    const { entry, overruled } = await recordReversal(tx, viewer, 'restore_comment', { commentId, memberId });
    await notifyOfModeration(tx, entry, [memberId, ...overruled]);
  });
