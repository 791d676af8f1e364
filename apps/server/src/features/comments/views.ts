import type { Comment } from '@mbari/contract/shapes/comments';
import type { Viewer } from '../../http/viewer.ts';
import { viewAuthor } from '../members/views.ts';
import type { CommentRow } from './queries.ts';
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
