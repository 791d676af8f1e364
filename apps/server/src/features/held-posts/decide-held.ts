import type { heldShapes } from '@mbari/contract/shapes/held';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { type Statements, violates } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { findHeldPost, type HeldPost, isDecided, lockAuthor, setDecided } from '../holding/decision-queries.ts';
import { type About, recordModeration } from '../moderation-log/record-moderation.ts';
import { requireOrganiser } from '../moderation-log/require-organiser.ts';
import { asOrganiser } from '../moderation/as-organiser.ts';
import { notifyOfModeration } from '../notifications/notify-of-moderation.ts';
import { discardHeldPhoto } from '../photos/held-photo.ts';
import { preparePosting } from './prepare-posting.ts';

type Body = z.output<typeof heldShapes.decideHeld.body>;

/** Posts what waits, or declines it, and tells its author which. Of two organisers the second is told that it was decided. */
export async function decideHeld(context: Context, viewer: Viewer, id: string, { verdict, reason = '' }: Body): Promise<void> {
  requireOrganiser(viewer);
  const held = isId(id) ? await findHeldPost(context.db, viewer.id, id) : undefined;
  if (!held) throw notFound('heldNotFound');
  // Rendered before anything is locked.
  const post = verdict === 'approved' ? await preparePosting(context, viewer, held) : null;
  try {
    await asOrganiser(context, viewer, async (tx) => {
      await requireAuthor(tx, held, post !== null);
      const isMine =
        (await setDecided(tx, id, { deciderId: viewer.id, isApproved: post !== null, reason: post ? null : reason || null })) > 0;
      if (!isMine) throw (await isDecided(tx, id)) ? new Refusal('conflict', 'heldDecided') : notFound('heldNotFound');
      const about = post ? await post(tx) : await decline(tx, held, reason);
      const entry = await recordModeration(tx, viewer, post ? 'approve_post' : 'decline_post', {
        ...about,
        memberId: held.member_id,
        details: { type: 'held', kind: held.kind },
      });
      await notifyOfModeration(tx, entry, [held.member_id]);
    });
  } catch (error) {
    // It was sent again under its key, and was not held any more.
    if (violates(error, 'forum_posts_key')) throw new Refusal('conflict', 'heldNotPostable');
    throw error;
  }
}

/** In the name of somebody who may not write nothing is posted. It waits on. */
async function requireAuthor(tx: Statements, { member_id: memberId }: HeldPost, isApproved: boolean): Promise<void> {
  const author = await lockAuthor(tx, memberId);
  if (!author) throw notFound('heldNotFound');
  if (isApproved && (!author.is_live || author.is_silenced)) throw new Refusal('conflict', 'heldAuthorAway');
}

async function decline(tx: Statements, { held_photo_id: photoId }: HeldPost, reason: string): Promise<About> {
  if (photoId !== null) await discardHeldPhoto(tx, photoId);
  return { reason };
}
