import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Context } from '../../context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { findConversation, listCommentRows } from './queries.ts';
import { viewInConversation } from './views.ts';

/** The conversation below a post, newest first. */
export async function listComments(
  context: Context,
  viewer: Viewer,
  photoId: string,
  paging: Paging,
): Promise<{ data: CommentInConversation[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const conversation = isId(photoId) ? await findConversation(context.db, viewer.id, photoId) : undefined;
  if (!conversation) throw notFound('photoNotFound');
  const { owner_id: ownerId, total, reaches_viewer: reachesViewer } = conversation;
  const rows = offset >= total ? [] : await listCommentRows(context.db, viewer.id, photoId, { before, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.id);
  return { data: shown.map((row) => viewInConversation(viewer, row, { ownerId, reachesViewer })), meta };
}
