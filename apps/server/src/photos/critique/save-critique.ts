import type { markHelpful as markCall, saveCritique as saveCall } from '@mbari/contract/photos/critique';
import type { z } from 'zod';
import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { reportAutomatically } from '../../platform/moderation/report-automatically.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/premoderation-queries.ts';
import { screen } from '../../platform/screening/screen.ts';
import { spendAsMember } from '../../platform/screening/spend-as-member.ts';
import { readComment } from '../comments/list-comments.ts';
import { requireOwnPhoto } from '../posts/update-photo.ts';
import { setCritique, setHelpful } from './queries.ts';

/** Asks for critique, or edits, closes, reopens, hides or shows it. */
export async function saveCritique(
  context: Context,
  author: Viewer,
  photoId: string,
  { category, question, is_closed, is_hidden }: z.output<typeof saveCall.shape.body>,
): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await spendAsMember(context, author, 'change by member');
  const listed = await screen(context, author, { question });
  await context.db.transaction(async (tx) => {
    if (!(await lockWriter(tx, author.id))) throw unauthenticated();
    const saved = { id: newId(), category, question, isClosed: is_closed, isHidden: is_hidden };
    if ((await setCritique(tx, author.id, id, saved)) === 0) throw notFound('photoNotFound');
    await reportAutomatically(tx, 'photo', [{ id, listed }]);
    await hintRecipients(tx, 'photo', id);
    tx.hint('photo', id);
  });
}

/** Marks a thread as helpful and notifies its critic, once. */
export async function markHelpful(
  context: Context,
  author: Viewer,
  commentId: string,
  { is_helpful: isHelpful }: z.output<typeof markCall.shape.body>,
): Promise<void> {
  const comment = await readComment(context, author, commentId);
  if (!comment.is_critique || comment.thread_id !== null) throw notFound('commentNotFound');
  await context.limits.spend('save by member', author.id);
  await context.db.transaction(async (tx) => {
    const thread = await setHelpful(tx, author.id, commentId, isHelpful);
    if (!thread) throw new Refusal('not_owner', 'photoOfOther');
    if (thread.is_closed) throw new Refusal('locked', 'critiqueClosed');
    const about = { kind: 'comment', id: commentId, photoId: thread.photo_id } as const;
    if (isHelpful) await notify(tx, { type: 'helpful', memberIds: [thread.member_id], actorId: author.id, about });
    else await hintRecipients(tx, 'comment', commentId);
    tx.hint('photo', thread.photo_id);
  });
}
