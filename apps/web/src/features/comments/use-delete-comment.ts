import { deleteComment } from '@mbari/contract/comments';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { commentsChanged } from '~/lib/cache-events/responses.ts';
import { call, CallRefused } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { commentsOn, patchComments } from './comment-queries.ts';

/** Deletes a comment: removed from the page at once, and put back where the server refuses. */
export function useDeleteComment(photoId: string): (comment: CommentInConversation) => Promise<void> {
  const client = useQueryClient();
  return async (comment) => {
    // A response that is on its way still has the comment.
    await client.cancelQueries({ queryKey: commentsOn(photoId).queryKey });
    patchComments(client, photoId, (comments) => comments.filter(({ id }) => id !== comment.id));
    commentsChanged(client, photoId, -1);
    try {
      await call(deleteComment, { params: { id: photoId, commentId: comment.id } });
    } catch (error) {
      // It has been deleted already.
      if (error instanceof CallRefused && error.status === 404) return;
      putBack(client, photoId, comment);
      commentsChanged(client, photoId, 1);
      toast.error(sentences.commentDeleteFailed);
    }
  };
}

function putBack(client: ReturnType<typeof useQueryClient>, photoId: string, comment: CommentInConversation): void {
  const pages = client.getQueryData(commentsOn(photoId).queryKey)?.pages ?? [];
  if (pages.some(({ data }) => data.some(({ id }) => id === comment.id))) return;
  // Pages are newest first: its page is the first with an older comment, or the last.
  const ownPage = pages.findIndex(({ data }) => data.some(({ created_at }) => created_at <= comment.created_at));
  patchComments(client, photoId, (comments, page) => {
    if (page !== (ownPage === -1 ? pages.length - 1 : ownPage)) return comments;
    const before = comments.filter(({ created_at }) => created_at > comment.created_at);
    return [...before, comment, ...comments.slice(before.length)];
  });
}
