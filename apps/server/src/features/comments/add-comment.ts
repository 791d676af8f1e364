import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { screen } from '../filters/screen.ts';
import { spendAsMember } from '../filters/spend-as-member.ts';
import { setMentions } from '../mentions/set-mentions.ts';
import { notify } from '../notifications/notify.ts';
import { reportAutomatically } from '../reports/report-automatically.ts';
import { addComment as add, type Answered, findComment, lockAnswered } from './queries.ts';
import { viewInConversation } from './views.ts';

interface NewComment {
  content: string;
  reply_to?: string | null | undefined;
}

/** Writes a comment below a post, or a reply to one, and notifies whom it answers, the owner of the post and those who are named. */
export async function addComment(
  context: Context,
  viewer: Viewer,
  photoId: string,
  { content, reply_to: replyTo = null }: NewComment,
): Promise<CommentInConversation> {
  await spendAsMember(context, viewer, 'comment by member');
  await spendAsMember(context, viewer, 'comment by member, hourly');
  if (!isId(photoId)) throw notFound('photoNotFound');
  const listed = await screen(context, viewer, { content });
  const about = { kind: 'comment', id: newId(), photoId } as const;
  return context.db.transaction(async (tx) => {
    const answered = replyTo === null ? null : await requireAnswered(tx, viewer, photoId, replyTo);
    const photo = await add(tx, { id: about.id, viewerId: viewer.id, photoId, content, answered });
    if (!photo) throw notFound('photoNotFound');
    // Each member hears of it once, as what it is to them first here.
    if (answered) await notify(tx, { type: 'reply', memberIds: [answered.member_id], actorId: viewer.id, about });
    await notify(tx, { type: 'comment', memberIds: [photo.owner_id], actorId: viewer.id, about });
    await reportAutomatically(tx, 'comment', [{ id: about.id, listed }]);
    await setMentions(tx, { content, writerId: viewer.id, about });
    tx.hint('photo', photoId);
    const row = await findComment(tx, viewer.id, about.id);
    return viewInConversation(viewer, row!, { owner_id: photo.owner_id, reaches_viewer: true });
  });
}

async function requireAnswered(tx: Statements, viewer: Viewer, photoId: string, replyTo: string): Promise<Answered> {
  const answered = isId(replyTo) ? await lockAnswered(tx, viewer.id, photoId, replyTo) : undefined;
  if (!answered) throw notFound('commentNotFound');
  return answered;
}
