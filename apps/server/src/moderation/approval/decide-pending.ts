import type { pendingPostShapes } from '@mbari/contract/shapes/pending-posts';
import type { z } from 'zod';
import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { discardPendingPhoto } from '../../photos/posts/pending-photo.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { type About, recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findPendingPost, type PendingPost, isDecided, lockAuthor, setDecided } from '../../platform/screening/decision-queries.ts';
import { preparePosting } from './prepare-posting.ts';

type Body = z.output<typeof pendingPostShapes.decidePending.body>;

/** Publishes or declines a pending post and notifies its author. A second organiser gets a conflict. */
export async function decidePending(context: Context, viewer: Organiser, id: string, { verdict, reason = '' }: Body): Promise<void> {
  const pending = isId(id) ? await findPendingPost(context.db, viewer.id, id) : undefined;
  if (!pending) throw notFound('pendingNotFound');
  // Renders Markdown before anything is locked.
  const post = verdict === 'approved' ? await preparePosting(context, viewer, pending) : null;
  try {
    await asOrganiser(context, viewer, async (tx) => {
      await requireAuthor(tx, pending, post !== null);
      const isMine =
        (await setDecided(tx, id, { deciderId: viewer.id, isApproved: post !== null, reason: post ? null : reason || null })) > 0;
      if (!isMine) throw (await isDecided(tx, id)) ? new Refusal('conflict', 'pendingDecided') : notFound('pendingNotFound');
      const about = post ? await post(tx) : await decline(tx, pending, reason);
      const entry = await recordModeration(tx, viewer, post ? 'approve_post' : 'decline_post', {
        ...about,
        memberId: pending.member_id,
        details: { type: 'pending', kind: pending.kind },
      });
      await notifyOfModeration(tx, entry, [pending.member_id]);
    });
  } catch (error) {
    // The author sent it again with the same idempotency key, and it was published directly.
    if (violates(error, 'forum_posts_key')) throw new Refusal('conflict', 'pendingNotPostable');
    throw error;
  }
}

/** Refuses to publish for an author who may not write. The post stays pending. */
async function requireAuthor(tx: Statements, { member_id: memberId }: PendingPost, isApproved: boolean): Promise<void> {
  const author = await lockAuthor(tx, memberId);
  if (!author) throw notFound('pendingNotFound');
  if (isApproved && (!author.is_live || author.is_silenced)) throw new Refusal('conflict', 'pendingAuthorAway');
}

async function decline(tx: Statements, { pending_photo_id: photoId }: PendingPost, reason: string): Promise<About> {
  if (photoId !== null) await discardPendingPhoto(tx, photoId);
  return { reason };
}
