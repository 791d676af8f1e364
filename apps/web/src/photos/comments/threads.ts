import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';

export const threadOf = (comment: CommentInConversation): CommentThread => ({
  ...comment,
  is_deleted: false,
  replies_count: 0,
  replies: [],
  replies_cursor: null,
});

/** Removes a deleted comment; a comment with replies becomes a tombstone. Removes a deleted reply, and its tombstone after the last reply. */
export function withoutComment(thread: CommentThread, { id, thread_id: threadId }: CommentInConversation): CommentThread[] {
  if (thread.id === id) return thread.replies_count === 0 ? [] : [{ ...thread, is_deleted: true, user: null, content: '' }];
  if (thread.id !== threadId || !thread.replies.some((reply) => reply.id === id)) return [thread];
  const remaining = { ...thread, replies: thread.replies.filter((reply) => reply.id !== id), replies_count: thread.replies_count - 1 };
  return remaining.is_deleted && remaining.replies_count === 0 ? [] : [remaining];
}

/** Restores a comment whose deletion failed. */
export function withComment(thread: CommentThread, comment: CommentInConversation): CommentThread {
  if (thread.id === comment.id) return { ...thread, user: comment.user, content: comment.content, is_deleted: false };
  if (thread.id !== comment.thread_id || thread.replies.some(({ id }) => id === comment.id)) return thread;
  const newer = thread.replies.filter(({ created_at }) => created_at > comment.created_at);
  const replies = [...newer, comment, ...thread.replies.slice(newer.length)];
  return { ...thread, replies, replies_count: thread.replies_count + 1 };
}

/** Keeps earlier loaded replies, unless there is a gap between them and the current replies. */
export function withEarlierReplies(thread: CommentThread, before: CommentThread | undefined): CommentThread {
  const read = new Set(thread.replies.map(({ id }) => id));
  const oldest = thread.replies.at(-1)?.id;
  if (oldest === undefined || thread.replies_cursor === null || !before?.replies.some(({ id }) => read.has(id))) return thread;
  // Ids are ordered by time.
  const earlier = before.replies.filter(({ id }) => id < oldest);
  if (earlier.length === 0) return thread;
  return { ...thread, replies: [...thread.replies, ...earlier], replies_cursor: before.replies_cursor };
}

export const commentAnchor = (id: string): string => `comment-${id}`;
