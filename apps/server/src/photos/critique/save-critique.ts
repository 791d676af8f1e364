import type { markHelpful as markCall, saveCritique as saveCall } from '@mbari/contract/photos/critique';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { screen, spendAsMember } from '../../platform/screening/screen.ts';
import { readComment } from '../comments/list-comments.ts';
import { requireOwnPhoto } from '../posts/update-photo.ts';
import { countThreads, lockCritique, setCritique, setHelpful } from './queries.ts';

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

/** Spot of an image, in shares of its width and height. Without an image: the whole photo. */
export interface NewPin {
  image_id?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
}

interface Written {
  photoId: string;
  content: string;
  /** Null for a reply. */
  pin: NewPin | null;
}

/** Locks the request until the thread or reply is added. Returns the columns of its spot. */
export async function requireOpenCritique(
  tx: Statements,
  author: Pick<Viewer, 'id'>,
  { photoId, content, pin }: Written,
): Promise<{ image_id: string; x: number; y: number } | null> {
  const critique = await lockCritique(tx, author.id, photoId);
  if (!critique) throw notFound('critiqueNotFound');
  if (critique.is_closed) throw new Refusal('locked', 'critiqueClosed');
  if ([...content].length > limits.critiqueText)
    throw invalid({ content: [because('textTooLong', { field: 'comment', most: limits.critiqueText })] });
  if (pin === null) return null;
  if (critique.owner_id === author.id) throw new Refusal('own_content', 'critiqueOwn');
  const { image_id: imageId, x, y } = pin;
  if ([imageId, x, y].some((value) => value === undefined) !== [imageId, x, y].every((value) => value === undefined))
    throw invalid({ critique: ['pinOutside'] });
  const spot = imageId === undefined || x === undefined || y === undefined ? null : { image_id: imageId, x, y };
  if (spot && !isId(spot.image_id)) throw invalid({ critique: ['pinImageGone'] });
  const { pins, threads, is_in_post } = await countThreads(tx, photoId, spot?.image_id ?? null);
  if (!is_in_post) throw invalid({ critique: ['pinImageGone'] });
  if (pins >= limits.critiquePins || threads >= limits.critiqueThreads)
    throw invalid({ critique: [because('tooManyCritiquePins', { most: limits.critiquePins })] });
  return spot;
}
