import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { screenNew } from '../filters/screen.ts';
import { spendAsMember } from '../filters/spend-as-member.ts';
import { keepPending } from '../premoderation/keep-pending.ts';
import { whyPending } from '../premoderation/why-pending.ts';
import { findComment } from './queries.ts';
import { viewInConversation } from './views.ts';
import { writeComment } from './write-comment.ts';

interface NewComment {
  content: string;
  reply_to?: string | null | undefined;
}

/** Writes a comment below a post, or a reply to one, unless it is to wait for an organiser. */
export async function addComment(
  context: Context,
  viewer: Viewer,
  photoId: string,
  { content, reply_to: replyTo = null }: NewComment,
): Promise<CommentInConversation> {
  await spendAsMember(context, viewer, 'comment by member');
  await spendAsMember(context, viewer, 'comment by member, hourly');
  if (!isId(photoId)) throw notFound('photoNotFound');
  if (replyTo !== null && !isId(replyTo)) throw notFound('commentNotFound');
  const { listed, toReview } = await screenNew(context, viewer, { content });
  const reason = await whyPending(context, viewer, { toReview, said: content });
  if (reason !== null) {
    const comment = { kind: 'comment', photoId, replyToComment: replyTo, body: content, key: null, ...reason } as const;
    return keepPending(context.db, viewer, comment, () => notFound(replyTo === null ? 'photoNotFound' : 'commentNotFound'));
  }
  return context.db.transaction(async (tx) => {
    const { commentId, ownerId } = await writeComment(tx, viewer, { photoId, content, replyTo, listed });
    const row = await findComment(tx, viewer.id, commentId);
    return viewInConversation(viewer, row!, { owner_id: ownerId, reaches_viewer: true });
  });
}
