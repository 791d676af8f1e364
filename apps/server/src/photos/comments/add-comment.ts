import type { CommentInConversation } from '@mbari/contract/photos/comments';
import type { Context } from '../../platform/context.ts';
import { requireSameRequest, type SendKey } from '../../platform/http/form.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { keepPending, screenNew, spendAsMember, whyPending } from '../../platform/screening/screen.ts';
import type { NewPin } from '../critique/save-critique.ts';
import { readComment } from './list-comments.ts';
import { findComment, findCommentByKey } from './queries.ts';
import { viewInConversation } from './views.ts';
import { writeComment } from './write-comment.ts';

interface NewComment {
  content: string;
  reply_to?: string | null | undefined;
  critique?: NewPin | undefined;
}

/** Adds a comment or reply, or queues it for approval. A repeated idempotency key returns the first comment. */
export async function addComment(
  context: Context,
  viewer: Viewer,
  photoId: string,
  { content, reply_to: replyTo = null, critique: asked }: NewComment,
  key: SendKey | null,
): Promise<CommentInConversation> {
  const previous = await findByKey(context, viewer, key);
  if (previous) return previous;
  await spendAsMember(context, viewer, 'comment by member');
  await spendAsMember(context, viewer, 'comment by member, hourly');
  if (!isId(photoId)) throw notFound('photoNotFound');
  if (replyTo !== null && !isId(replyTo)) throw notFound('commentNotFound');
  const critique = replyTo === null ? (asked ?? null) : null;
  const { listed, toReview } = await screenNew(context, viewer, { content });
  const reason = await whyPending(context, viewer, { toReview, text: content });
  if (reason !== null) {
    const comment = { kind: 'comment', photoId, replyToComment: replyTo, critique, body: content, key, ...reason } as const;
    return keepPending(context.db, viewer, comment, () => notFound(replyTo === null ? 'photoNotFound' : 'commentNotFound'));
  }
  const written = await context.db.transaction(async (tx) => {
    const comment = await writeComment(tx, viewer, { photoId, content, replyTo, critique, listed, key });
    if (!comment) return null;
    const row = await findComment(tx, viewer.id, comment.commentId);
    return viewInConversation(viewer, row!, { owner_id: comment.ownerId, reaches_viewer: true });
  });
  // `written` is null if a concurrent request with the same key inserted the comment first.
  const stored = written ?? (await findByKey(context, viewer, key));
  if (!stored) throw notFound('commentNotFound');
  return stored;
}

/** Returns the comment stored under this idempotency key. A deleted one is not restored. */
async function findByKey(context: Context, viewer: Viewer, key: SendKey | null): Promise<CommentInConversation | undefined> {
  const previous = key === null ? undefined : await findCommentByKey(context.db, viewer.id, key.value);
  if (!previous || !key) return undefined;
  requireSameRequest(key, previous.send_digest);
  if (previous.is_deleted) throw notFound('commentNotFound');
  return readComment(context, viewer, previous.id);
}
