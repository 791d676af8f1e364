import type { Comment } from '@mbari/contract/shapes/photos';
import type { Viewer } from '../../http/viewer.ts';
import { viewAuthor } from '../members/views.ts';
import type { CommentRow } from './queries.ts';
import { mayDeleteComment } from './rules.ts';

export const viewComment = (viewer: Viewer, row: CommentRow, photoOwnerId: string): Comment => ({
  id: row.id,
  content: row.content,
  user: viewAuthor(row),
  created_at: row.created_at.toISOString(),
  viewer: { may_delete: mayDeleteComment(viewer, row.author_id, photoOwnerId) },
});
