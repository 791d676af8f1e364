import { likeComment, unlikeComment } from '@mbari/contract/likes';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import * as words from '@mbari/words/photos';
import { useQueryClient } from '@tanstack/react-query';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { counted, useToggle } from '~/lib/use-toggle.ts';
import { patchComments } from './comment-queries.ts';

/** Likes a comment or takes the like back: shown at once, and undone where the server refuses. */
export function useLikeComment(photoId: string, { id, is_liked: isLiked }: CommentInConversation): () => void {
  const client = useQueryClient();
  const patch = (change: (comment: CommentInConversation) => CommentInConversation) =>
    patchComments(client, photoId, (comments) => comments.map((comment) => (comment.id === id ? change(comment) : comment)));
  const { toggle } = useToggle({
    key: `like ${id}`,
    on: isLiked,
    show: (on) =>
      patch((comment) =>
        comment.is_liked === on ? comment : { ...comment, is_liked: on, likes_count: counted(comment.likes_count, on ? 1 : -1) },
      ),
    send: async (on) => {
      const { data } = await call(on ? likeComment : unlikeComment, { params: { id } });
      // Others like it too; the viewer may have pressed again meanwhile.
      patch((comment) => (comment.is_liked === data.is_liked ? { ...comment, likes_count: data.likes_count } : comment));
    },
    onRefused: (error) => toast.error(wordsOf(error, words.likeFailed)),
  });
  return toggle;
}
