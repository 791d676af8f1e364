import type * as calls from '@mbari/contract/moderation/appeals';
import type { z } from 'zod';
import { notifyOfModeration } from '../notifications/notify.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Organiser } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import {
  type About,
  asOrganiser,
  type ModerationAction,
  recordGrantedAppeal,
  recordModeration,
} from '../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { listConcerned } from './cases/queries.ts';
import { isReversible, undo } from './cases/resolve-reports.ts';
import { lockAppeal, updateResolution } from './queries.ts';

type Body = z.output<typeof calls.resolveAppeal.shape.body>;

/** Grants an appeal, which undoes the act, or refuses it, and notifies the appellant. A concurrent second resolution is refused. */
export const resolveAppeal = (context: Context, viewer: Organiser, id: string, { outcome, note = '' }: Body): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const appeal = isId(id) ? await lockAppeal(tx, viewer.id, id) : undefined;
    if (!appeal) throw notFound('appealNotFound');
    if (!appeal.is_open) throw new Refusal('conflict', 'appealResolved');
    const subject = {
      ...(appeal.photo_id !== null && { photoId: appeal.photo_id }),
      ...(appeal.comment_id !== null && { commentId: appeal.comment_id }),
      ...(appeal.post_id !== null && { postId: appeal.post_id }),
      ...(appeal.topic_id !== null && { topicId: appeal.topic_id }),
      ...(appeal.series_id !== null && { seriesId: appeal.series_id }),
      ...(appeal.exhibition_id !== null && { exhibitionId: appeal.exhibition_id }),
      ...(appeal.challenge_id !== null && { challengeId: appeal.challenge_id }),
      ...(appeal.feedback_id !== null && { feedbackId: appeal.feedback_id }),
      ...(appeal.message_id !== null && { messageId: appeal.message_id }),
      memberId: appeal.member_id,
    };
    if (outcome === 'granted') await undoIfPresent(tx, viewer, appeal.action, subject);
    const about = { ...subject, reason: note };
    const { entry, overruled } =
      outcome === 'granted'
        ? await recordGrantedAppeal(tx, viewer, id, about)
        : { entry: await recordModeration(tx, viewer, 'refuse_appeal', about), overruled: [] };
    await updateResolution(tx, id, entry);
    await notifyOfModeration(tx, entry, [...(await listConcerned(tx, entry)), ...overruled]);
  });

/** Undoes a reversible act, unless its subject was restored or erased since. */
async function undoIfPresent(tx: Statements, viewer: Organiser, action: ModerationAction, subject: About): Promise<void> {
  try {
    if (isReversible(action)) await undo[action](tx, viewer, subject);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
  }
}
