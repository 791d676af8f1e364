import { type CommentInConversation, addComment } from '@mbari/contract/photos/comments';
import * as words from '@mbari/words/comments';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { handleDeletedPost } from '~/photos/posts/handle-deleted-post.ts';
import { commentsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { useSession } from '~/platform/lib/session.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import type { Member } from '~/platform/lib/stored-session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { scopeOfComment } from '~/platform/lib/unsent-text.ts';
import { commentsOn, patchThread, patchThreads, unsentId } from './comment-queries.ts';
import { commentAnchor, threadOf, withoutComment } from './threads.ts';

/** Adds a comment or a reply optimistically. */
export function useAddComment(photoId: string): (content: string, replyTo: CommentInConversation | null) => Promise<boolean> {
  const client = useQueryClient();
  const { user } = useSession();
  return async (content, replyTo) => {
    if (user === null) return false;
    const { queryKey } = commentsOn(photoId);
    const scope = scopeOfComment(photoId);
    const unsent = unsentComment(user, content, replyTo);
    // A pending response does not contain the comment.
    await client.cancelQueries({ queryKey });
    show(client, photoId, unsent);
    commentsChanged(client, photoId, 1);
    try {
      const body = { content, ...(replyTo && { reply_to: replyTo.id }) };
      const headers = { 'idempotency-key': attemptKey(scope, body) };
      const { data } = await call(addComment, { params: { id: photoId }, body, headers });
      attemptAnswered(scope);
      replaceUnsent(client, photoId, unsent, data);
      return true;
    } catch (error) {
      patchThreads(client, photoId, (threads) => threads.flatMap((thread) => withoutComment(thread, unsent)));
      commentsChanged(client, photoId, -1);
      if (showPendingToast(error)) {
        attemptAnswered(scope);
        return true;
      }
      handleDeletedPost(client, photoId, error);
      toast.error(errorMessage(error, words.sendFailed));
      return false;
    } finally {
      // The initial request was cancelled above, so start it again.
      if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
    }
  };
}

const unsentComment = (user: Member, content: string, replyTo: CommentInConversation | null): CommentInConversation => ({
  id: unsentId(),
  content,
  user: { ...user, profile: { profile_image: user.profile_image } },
  created_at: new Date().toISOString(),
  mentions: [],
  thread_id: replyTo && (replyTo.thread_id ?? replyTo.id),
  reply_to: replyTo && { id: replyTo.id, user: replyTo.user },
  likes_count: 0,
  is_liked: false,
  is_critique: false,
  viewer: { may_delete: false, may_report: false, may_like: false, may_reply: false },
});

/** Adds a comment at the end, or a reply at the end of its thread, which may be off screen. */
function show(client: QueryClient, photoId: string, comment: CommentInConversation): void {
  const { id, thread_id: threadId } = comment;
  if (threadId === null) {
    patchThreads(client, photoId, (threads, page) => (page === 0 ? [threadOf(comment), ...threads] : threads));
    return;
  }
  patchThread(client, photoId, threadId, (thread) => ({
    ...thread,
    replies: [comment, ...thread.replies],
    replies_count: thread.replies_count + 1,
  }));
  setTimeout(() => document.getElementById(commentAnchor(id))?.scrollIntoView({ block: 'nearest' }));
}

function replaceUnsent(client: QueryClient, photoId: string, unsent: CommentInConversation, storedComment: CommentInConversation): void {
  patchThreads(client, photoId, (threads) =>
    threads.map((thread) =>
      thread.id === unsent.id
        ? threadOf(storedComment)
        : { ...thread, replies: thread.replies.map((reply) => (reply.id === unsent.id ? storedComment : reply)) },
    ),
  );
}
