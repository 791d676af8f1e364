import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { removePhotoOf, restorePhotoOf } from '../../photos/posts/remove-photo.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { recordReversal } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { lockReportsAbout } from '../../platform/reports/open-reports.ts';
import { sayWhy, type Explanation } from '../rules/require-rule.ts';
import { conclude } from './conclude.ts';

/** Takes a post out of sight and resolves what is reported of it. */
export const removePhoto = (context: Context, viewer: Viewer, photoId: string, explanation: Explanation): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!isId(photoId)) throw notFound('photoNotFound');
    const reports = await lockReportsAbout(tx, photoId);
    const { reason, ruleId } = await sayWhy(tx, explanation);
    const memberId = await removePhotoOf(tx, viewer, photoId);
    await conclude(tx, viewer, { act: 'remove_photo', about: { photoId, memberId, reason, ruleId } }, reports);
  });

/** Brings a removed post back. */
export const restorePhoto = (context: Context, viewer: Viewer, photoId: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const memberId = await restorePhotoOf(tx, viewer, photoId);
    const { entry, overruled } = await recordReversal(tx, viewer, 'restore_photo', { photoId, memberId });
    await notifyOfModeration(tx, entry, [memberId, ...overruled]);
  });
