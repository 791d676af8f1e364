import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batch.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import {
  findCommentToDelete,
  isOwnComment,
  removeComment,
  removeCommentsBelow,
  removeCommentsBelowPosts,
  removeCommentsBy,
  removeDeletedComments,
  removeTombstones,
  setCommentRemoved,
  setCommentRestored,
} from './queries.ts';

/** Deletes a comment. Authors can delete their own even if they can no longer see the post. */
export async function deleteComment({ db }: Context, viewer: Viewer, photoId: string, commentId: string): Promise<void> {
  const comment = isId(photoId) && isId(commentId) ? await findCommentToDelete(db, viewer.id, photoId, commentId) : undefined;
  if (!comment || (!comment.is_visible && comment.author_id !== viewer.id)) throw notFound('commentNotFound');
  if (!mayDeleteComment(viewer, comment.author_id, comment.owner_id)) throw new Refusal('not_author', 'commentOfOther');
  const asOrganiser = comment.author_id !== viewer.id && comment.owner_id !== viewer.id;
  await db.transaction(async (tx) => {
    if ((await removeComment(tx, commentId)) === 0) throw notFound('commentNotFound');
    if (asOrganiser) await recordModeration(tx, viewer, 'delete_comment', { commentId, memberId: comment.author_id });
    await hintRecipients(tx, 'comment', commentId);
    tx.hint('comment_removed', photoId, commentId);
  });
}

/** Removes a comment as an organiser and returns the author's id. */
export const removeCommentOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, commentId: string): Promise<string> =>
  changeOthersComment(tx, organiser, commentId, setCommentRemoved);

export const restoreCommentOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, commentId: string): Promise<string> =>
  changeOthersComment(tx, organiser, commentId, setCommentRestored);

export const mayDeleteComment = (viewer: Pick<Viewer, 'id' | 'role'>, authorId: string, photoOwnerId: string): boolean =>
  authorId === viewer.id || photoOwnerId === viewer.id || viewer.role !== 'member';

async function changeOthersComment(
  tx: Statements,
  { id }: Pick<Viewer, 'id'>,
  commentId: string,
  change: typeof setCommentRemoved,
): Promise<string> {
  const comment = isId(commentId) ? await change(tx, id, commentId) : undefined;
  if (!comment && isId(commentId) && (await isOwnComment(tx, id, commentId))) throw new Refusal('own_content', 'cannotModerateOwn');
  if (!comment) throw notFound('commentNotFound');
  await hintRecipients(tx, 'comment', commentId);
  tx.hint('photo', comment.photo_id);
  return comment.owner_id;
}

/** Erases the comments of a closed account, and all comments on 50 of its posts, which `erasePosts` deletes next. */
export const eraseComments = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeCommentsBy(db, memberId),
    // Deletes tombstones whose only replies were the account's own.
    () => removeTombstones(db),
    () => removeCommentsBelow(db, memberId),
  );

export const eraseCommentsBelow = (db: Statements, photoIds: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeCommentsBelowPosts(db, photoIds));

/** Erases deleted comments that can no longer be reported. Comments with replies keep a tombstone row. */
export const sweepDeletedComments: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeDeletedComments(db),
    () => removeTombstones(db),
  );
