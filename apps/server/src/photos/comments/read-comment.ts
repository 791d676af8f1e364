import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findVisibleComment } from './queries.ts';
import { viewInConversation } from './views.ts';

export async function readComment({ db }: Context, viewer: Viewer, commentId: string): Promise<CommentInConversation> {
  const row = isId(commentId) ? await findVisibleComment(db, viewer.id, commentId) : undefined;
  if (!row) throw notFound('commentNotFound');
  return viewInConversation(viewer, row, row);
}
