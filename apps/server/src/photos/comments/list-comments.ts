import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';
import type { ListMeta } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import {
  findConversation,
  findThread,
  listNewestComments,
  listNewestReplyRows,
  listReplyRows,
  listThreadRows,
  listVisibleComments,
  type VisibleComment,
} from './queries.ts';
import { viewThread, viewInConversation } from './views.ts';

export async function listComments(
  { db }: Context,
  viewer: Viewer,
  photoId: string,
  paging: Paging,
): Promise<{ data: CommentThread[]; meta: ListMeta & { total_is_capped: boolean } }> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const conversation = isId(photoId) ? await findConversation(db, viewer.id, photoId) : undefined;
  if (!conversation) throw notFound('photoNotFound');
  const total = Math.min(conversation.total, limits.threadCount);
  const isBeyond = offset > 0 && offset >= total;
  const rows = isBeyond ? [] : await listThreadRows(db, viewer.id, photoId, { before, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.id);
  const threadIds = shown.filter((row) => row.replies_count > 0).map(({ id }) => id);
  const replies = threadIds.length === 0 ? [] : await listNewestReplyRows(db, viewer.id, threadIds);
  const repliesOf = (id: string) => replies.filter((reply) => reply.thread_id === id);
  return {
    data: shown.map((row) => viewThread(viewer, row, repliesOf(row.id), conversation)),
    meta: { ...meta, total_is_capped: conversation.total > limits.threadCount },
  };
}

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

export async function readComment(context: Context, viewer: Viewer, commentId: string): Promise<CommentInConversation> {
  const [found] = await readComments(context, viewer, [commentId]);
  if (!found) throw notFound('commentNotFound');
  return found.comment;
}

export interface CommentOfPost {
  photoId: string;
  comment: CommentInConversation;
}

/** Reads comments by id, in no order, without those that the viewer may not read. */
export async function readComments({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<CommentOfPost[]> {
  const known = ids.filter(isId);
  return known.length === 0 ? [] : (await listVisibleComments(db, viewer.id, known)).map((row) => viewOfPost(viewer, row));
}

/** Lists the newest comments and replies of a post in one list, oldest first. Empty for a post that the viewer may not see. */
export const listConversation = async ({ db }: Context, viewer: Viewer, photoId: string): Promise<CommentOfPost[]> =>
  (await listNewestComments(db, viewer.id, photoId)).map((row) => viewOfPost(viewer, row));

const viewOfPost = (viewer: Viewer, row: VisibleComment): CommentOfPost => ({
  photoId: row.photo_id,
  comment: viewInConversation(viewer, row, row),
});
