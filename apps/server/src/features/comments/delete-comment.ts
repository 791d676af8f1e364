import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { findCommentToDelete, removeComment } from './queries.ts';
import { mayDeleteComment } from './rules.ts';

/** Deletes a comment. One's own can always be deleted, even where the post is no longer visible. */
export async function deleteComment({ db }: Context, viewer: Viewer, photoId: string, commentId: string): Promise<void> {
  const comment = isId(photoId) && isId(commentId) ? await findCommentToDelete(db, viewer.id, photoId, commentId) : undefined;
  if (!comment || (!comment.is_visible && comment.author_id !== viewer.id)) throw notFound('commentNotFound');
  if (!mayDeleteComment(viewer, comment.author_id, comment.owner_id)) throw new Refusal('not_author', 'commentOfOther');
  if ((await removeComment(db, commentId)) === 0) throw notFound('commentNotFound');
  db.hint('photo', photoId);
}
