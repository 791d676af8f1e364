import { hintRecipients } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import * as queries from './removal-queries.ts';

/** Hides a comment for an organiser and returns the author's id. */
export const removeCommentOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, commentId: string): Promise<string> =>
  ofAnother(tx, organiser, commentId, queries.setCommentRemoved);

export const restoreCommentOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, commentId: string): Promise<string> =>
  ofAnother(tx, organiser, commentId, queries.setCommentRestored);

async function ofAnother(
  tx: Statements,
  { id }: Pick<Viewer, 'id'>,
  commentId: string,
  change: typeof queries.setCommentRemoved,
): Promise<string> {
  const changed = isId(commentId) ? await change(tx, id, commentId) : undefined;
  if (!changed && isId(commentId) && (await queries.isOwnComment(tx, id, commentId))) throw new Refusal('own_content', 'cannotModerateOwn');
  if (!changed) throw notFound('commentNotFound');
  await hintRecipients(tx, 'comment', commentId);
  tx.hint('photo', changed.photo_id);
  return changed.owner_id;
}
