import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findThread, listReplyRows } from './queries.ts';
import { viewInConversation } from './views.ts';

/** Lists replies, even to a deleted comment. */
export async function listReplies(
  { db }: Context,
  viewer: Viewer,
  commentId: string,
  paging: Paging,
): Promise<{ data: CommentInConversation[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const thread = isId(commentId) ? await findThread(db, viewer.id, commentId) : undefined;
  if (!thread) throw notFound('commentNotFound');
  const isBeyond = offset >= thread.total;
  const rows = isBeyond ? [] : await listReplyRows(db, viewer.id, commentId, { before, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, thread.total, (row) => row.id);
  return { data: shown.map((row) => viewInConversation(viewer, row, thread)), meta };
}
