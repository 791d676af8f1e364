import type * as calls from '@mbari/contract/moderation/pending-posts';
import type { z } from 'zod';
import { notifyOfModeration } from '../notifications/notify-of-moderation.ts';
import { discardPendingPhoto } from '../photos/posts/pending-photo.ts';
import type { Context } from '../platform/context.ts';
import { type Statements, violates } from '../platform/db/database.ts';
import type { Organiser, Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { type About, asOrganiser, recordModeration } from '../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import {
  findPendingPost,
  isDecided,
  isOwnPosted,
  lockAuthor,
  type PendingPost,
  removeOwn,
  setDecided,
} from '../platform/screening/decision-queries.ts';
import { preparePublication } from './prepare-publication.ts';

type Body = z.output<typeof calls.decidePending.shape.body>;

/** Publishes or declines a pending post and notifies its author. A second organiser gets a conflict. */
export async function decidePending(context: Context, viewer: Organiser, id: string, { verdict, reason = '' }: Body): Promise<void> {
  const pending = isId(id) ? await findPendingPost(context.db, viewer.id, id) : undefined;
  if (!pending) throw notFound('pendingNotFound');
  // Renders Markdown before anything is locked.
  const publish = verdict === 'approved' ? await preparePublication(context, viewer, pending) : null;
  try {
    await asOrganiser(context, viewer, async (tx) => {
      await requireAuthor(tx, pending, publish !== null);
      const isNewDecision =
        (await setDecided(tx, id, { deciderId: viewer.id, isApproved: publish !== null, reason: publish ? null : reason || null })) > 0;
      if (!isNewDecision) throw (await isDecided(tx, id)) ? new Refusal('conflict', 'pendingDecided') : notFound('pendingNotFound');
      const about = publish ? await publish(tx) : await decline(tx, pending, reason);
      const entry = await recordModeration(tx, viewer, publish ? 'approve_post' : 'decline_post', {
        ...about,
        memberId: pending.member_id,
        details: { type: 'pending', kind: pending.kind },
      });
      await notifyOfModeration(tx, entry, [pending.member_id]);
    });
  } catch (error) {
    // The author repeated the forum post with its idempotency key, and the repetition was published directly.
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

/** Withdraws a pending post or dismisses a declined one. A post that was published in the meantime stays. */
export async function withdrawPending({ db, limits }: Context, viewer: Viewer, id: string): Promise<void> {
  await limits.spend('delete by member', viewer.id);
  if (!isId(id)) throw notFound('pendingNotFound');
  await db.transaction(async (tx) => {
    const pending = await removeOwn(tx, viewer.id, id);
    if (!pending)
      throw (await isOwnPosted(tx, viewer.id, id)) ? new Refusal('conflict', 'pendingPostedMeanwhile') : notFound('pendingNotFound');
    if (pending.pending_photo_id !== null) await discardPendingPhoto(tx, pending.pending_photo_id);
  });
}
