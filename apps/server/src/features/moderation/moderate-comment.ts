import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { removeCommentOf, restoreCommentOf } from '../comments/remove-comment.ts';
import { recordReversal } from '../moderation-log/record-moderation.ts';
import { notifyOfModeration } from '../notifications/notify-of-moderation.ts';
import { lockReportsAbout } from '../reports/open-reports.ts';
import { sayWhy, type Explanation } from '../rules/require-rule.ts';
import { asOrganiser } from './as-organiser.ts';
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
