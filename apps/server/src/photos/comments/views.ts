import type { Comment, CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';
import * as limits from '@mbari/contract/platform/limits';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { mayDeleteComment } from './delete-comment.ts';
import type { CommentRow, ConversationRow, PostOfComment, ThreadRow } from './queries.ts';

/** Presents a comment to viewers who may not delete it. */
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

/** Allows liking and replying only if the post reaches the viewer. */
export function viewInConversation(
  viewer: Pick<Viewer, 'id' | 'role'>,
  row: ConversationRow,
  { owner_id: ownerId, reaches_viewer: reachesViewer }: PostOfComment,
): CommentInConversation {
  const comment = viewCommentAs(viewer, viewComment(row), ownerId);
  const { thread_id, reply_to, likes_count, is_liked, is_critique } = row;
  return {
    ...comment,
    thread_id,
    reply_to,
    likes_count,
    is_liked,
    is_critique,
    viewer: { ...comment.viewer, may_like: reachesViewer, may_reply: reachesViewer },
  };
}

/** Expects one reply beyond `limits.embeddedReplies` if the thread has more. */
export function viewThread(
  viewer: Pick<Viewer, 'id' | 'role'>,
  row: ThreadRow,
  replyRows: readonly ConversationRow[],
  post: PostOfComment,
): CommentThread {
  const replies = replyRows.slice(0, limits.embeddedReplies).map((reply) => viewInConversation(viewer, reply, post));
  const more = replyRows.length > replies.length ? (replies.at(-1)?.id ?? null) : null;
  const isVisible = row.author_id !== null;
  return {
    ...(isVisible ? viewInConversation(viewer, row, post) : viewTombstone(row)),
    is_deleted: !isVisible,
    replies_count: row.replies_count,
    replies,
    replies_cursor: more,
  };
}

const viewTombstone = ({ id, created_at, is_critique }: ThreadRow): Omit<CommentInConversation, 'user'> & { user: null } => ({
  id,
  content: '',
  user: null,
  created_at: created_at.toISOString(),
  mentions: [],
  thread_id: null,
  reply_to: null,
  likes_count: 0,
  is_liked: false,
  is_critique,
  viewer: { may_delete: false, may_report: false, may_like: false, may_reply: false },
});
