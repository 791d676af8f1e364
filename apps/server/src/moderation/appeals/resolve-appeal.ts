import type { appealShapes } from '@mbari/contract/shapes/appeals';
import type { z } from 'zod';
import { restorePostOf } from '../../forum/moderation/restore-post.ts';
import { restoreTopic } from '../../forum/topics/restore-topic.ts';
import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { restoreCommentOf } from '../../photos/comments/remove-comment.ts';
import { restorePhotoOf } from '../../photos/posts/remove-photo.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { recordGrantedAppeal, recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { type LockedAppealRow, lockAppeal, setResolved } from './queries.ts';
import { unmarkSilenced } from './silence.ts';

type Body = z.output<typeof appealShapes.resolveAppeal.body>;

/** Grants an appeal, which takes back what was done, or refuses it; whoever appealed is told. Of two organisers the second is told, too. */
export const resolveAppeal = (context: Context, viewer: Viewer, id: string, { outcome, note = '' }: Body): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const appeal = isId(id) ? await lockAppeal(tx, viewer.id, id) : undefined;
    if (!appeal) throw notFound('appealNotFound');
    if (!appeal.is_open) throw new Refusal('conflict', 'appealResolved');
    if (outcome === 'granted') await takeBack(tx, viewer, appeal);
    const about = {
      ...(appeal.photo_id !== null && { photoId: appeal.photo_id }),
      ...(appeal.comment_id !== null && { commentId: appeal.comment_id }),
      ...(appeal.post_id !== null && { postId: appeal.post_id }),
      ...(appeal.topic_id !== null && { topicId: appeal.topic_id }),
      memberId: appeal.member_id,
      reason: note,
    };
    const { entry, overruled } =
      outcome === 'granted'
        ? await recordGrantedAppeal(tx, viewer, id, about)
        : { entry: await recordModeration(tx, viewer, 'refuse_appeal', about), overruled: [] };
    await setResolved(tx, id, entry);
    await notifyOfModeration(tx, entry, [appeal.member_id, ...overruled]);
  });

/** What is there again already, or is erased for good, needs no bringing back. */
async function takeBack(tx: Statements, viewer: Viewer, appeal: LockedAppealRow): Promise<void> {
  const { action, photo_id, comment_id, topic_id, post_id, member_id } = appeal;
  try {
    if (action === 'remove_photo' && photo_id !== null) await restorePhotoOf(tx, viewer, photo_id);
    else if (action === 'remove_comment' && comment_id !== null) await restoreCommentOf(tx, viewer, comment_id);
    else if (action === 'delete_topic' && topic_id !== null) await restoreTopic(tx, topic_id, null);
    else if (action === 'delete_post' && topic_id !== null && post_id !== null) await restorePostOf(tx, topic_id, post_id);
    else if (action === 'silence_member') await unmarkSilenced(tx, member_id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
  }
}
