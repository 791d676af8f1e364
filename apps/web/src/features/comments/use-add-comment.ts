import { addComment } from '@mbari/contract/comments';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import * as words from '@mbari/words/comments';
import { useQueryClient } from '@tanstack/react-query';
import { noticeGone } from '~/features/photos/notice-gone.ts';
import { commentsChanged } from '~/lib/cache-events/responses.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { commentsOn, patchComments, unsentId } from './comment-queries.ts';

/** Adds a comment: shown at once, replaced by the server's, and removed where the server refuses. */
export function useAddComment(photoId: string): (content: string) => Promise<boolean> {
  const client = useQueryClient();
  const { user } = useSession();
  return async (content) => {
    if (user === null) return false;
    const { queryKey } = commentsOn(photoId);
    const shown: CommentInConversation = {
      id: unsentId(),
      content,
      user: { ...user, profile: { profile_image: user.profile_image } },
      created_at: new Date().toISOString(),
      mentions: [],
      likes_count: 0,
      is_liked: false,
      viewer: { may_delete: false, may_report: false, may_like: false },
    };
    // A response that is on its way does not have the comment.
    await client.cancelQueries({ queryKey });
    patchComments(client, photoId, (comments, page) => (page === 0 ? [shown, ...comments] : comments));
    commentsChanged(client, photoId, 1);
    try {
      const { data } = await call(addComment, { params: { id: photoId }, body: { content } });
      patchComments(client, photoId, (comments) => comments.map((comment) => (comment.id === shown.id ? data : comment)));
      return true;
    } catch (error) {
      patchComments(client, photoId, (comments) => comments.filter(({ id }) => id !== shown.id));
      commentsChanged(client, photoId, -1);
      noticeGone(client, photoId, error);
      toast.error(wordsOf(error, words.sendFailed));
      return false;
    } finally {
      // The first response was cancelled above, and nothing else asks for it again.
      if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
    }
  };
}
