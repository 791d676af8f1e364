import { type CommentInConversation, type CommentThread, deleteComment } from '@mbari/contract/photos/comments';
import * as sentences from '@mbari/words/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { commentsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { commentsOn, inReadingOrder, patchThreads } from './comment-queries.ts';
import { withComment, withoutComment } from './threads.ts';

/** Deletes a comment or a reply optimistically. */
export function useDeleteComment(photoId: string): (comment: CommentInConversation) => Promise<void> {
  const client = useQueryClient();
  return async (comment) => {
    const { queryKey } = commentsOn(photoId);
    // A pending response still contains the comment.
    await client.cancelQueries({ queryKey });
    const conversation = client.getQueryData(queryKey);
    const before = conversation && inReadingOrder(conversation).find(({ id }) => id === (comment.thread_id ?? comment.id));
    patchThreads(client, photoId, (threads) => threads.flatMap((thread) => withoutComment(thread, comment)));
    commentsChanged(client, photoId, -1);
    try {
      await call(deleteComment, { params: { id: photoId, commentId: comment.id } });
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404) return;
      if (before) putBack(client, photoId, before, comment);
      commentsChanged(client, photoId, 1);
      toast.error(sentences.commentDeleteFailed);
    }
  };
}

function putBack(client: QueryClient, photoId: string, before: CommentThread, comment: CommentInConversation): void {
  const pages = client.getQueryData(commentsOn(photoId).queryKey)?.pages ?? [];
  const isThere = pages.some(({ data }) => data.some(({ id }) => id === before.id));
  // Pages are newest first. The comment belongs to the first page with an older comment, or to the last page.
  const ownPage = pages.findIndex(({ data }) => data.some(({ created_at }) => created_at <= before.created_at));
  patchThreads(client, photoId, (threads, page) => {
    if (isThere) return threads.map((thread) => withComment(thread, comment));
    if (page !== (ownPage === -1 ? pages.length - 1 : ownPage)) return threads;
    const newer = threads.filter(({ created_at }) => created_at > before.created_at);
    return [...newer, before, ...threads.slice(newer.length)];
  });
}
