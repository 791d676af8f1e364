import type { Comment, CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Viewer } from '../../http/viewer.ts';
import { viewAuthor } from '../members/views.ts';
import type { CommentRow, ConversationRow } from './queries.ts';
import { mayDeleteComment } from './rules.ts';

/** A comment as somebody sees it who may not delete it. `viewCommentAs` makes it the viewer's. */
export const viewComment = (row: CommentRow): Comment => ({
  id: row.id,
  content: row.content,
  user: viewAuthor(row),
  created_at: row.created_at.toISOString(),
  mentions: row.mentions,
  viewer: { may_delete: false, may_report: true },
});

export const viewCommentAs = (viewer: Pick<Viewer, 'id' | 'role'>, comment: Comment, photoOwnerId: string): Comment => ({
  ...comment,
  viewer: { may_delete: mayDeleteComment(viewer, comment.user.id, photoOwnerId), may_report: comment.user.id !== viewer.id },
});

/** … in the conversation below a post, which may be liked where the post is meant for the viewer. */
export function viewInConversation(
  viewer: Pick<Viewer, 'id' | 'role'>,
  row: ConversationRow,
  { ownerId, reachesViewer }: { ownerId: string; reachesViewer: boolean },
): CommentInConversation {
  const comment = viewCommentAs(viewer, viewComment(row), ownerId);
  const { likes_count, is_liked } = row;
  return { ...comment, likes_count, is_liked, viewer: { ...comment.viewer, may_like: reachesViewer } };
}
