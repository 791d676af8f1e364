import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';

export const aComment = (own: Partial<CommentInConversation> = {}): CommentInConversation => ({
  id: 'comment-1',
  content: 'Whose hand was this?',
  user: {
    ...{ id: 'bisi', username: 'bisi', name: 'Bisi', avatar_url: null, profile: { profile_image: null } },
    subscription: { is_active: false, is_paid_plan: false, plan_name: null },
  },
  created_at: '2026-01-01T00:00:00.000Z',
  mentions: [],
  thread_id: null,
  reply_to: null,
  likes_count: 0,
  is_liked: false,
  is_critique: false,
  viewer: { may_delete: false, may_report: true, may_like: true, may_reply: true },
  ...own,
});

export const aThread = (own: Partial<CommentThread> = {}): CommentThread => ({
  ...aComment(),
  is_deleted: false,
  replies_count: own.replies?.length ?? 0,
  replies: [],
  replies_cursor: null,
  ...own,
});

export const aReply = (id: string, own: Partial<CommentInConversation> = {}): CommentInConversation =>
  aComment({ id, content: `Reply ${id}`, thread_id: 'comment-1', ...own });
