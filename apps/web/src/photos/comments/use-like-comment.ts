import { likeComment, unlikeComment } from '@mbari/contract/likes';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import * as words from '@mbari/words/photos';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { counted, useToggle } from '~/platform/lib/use-toggle.ts';
import { patchLikes } from './comment-queries.ts';

/** Toggles the viewer's like optimistically. */
export function useLikeComment(photoId: string, { id, is_liked: isLiked }: CommentInConversation): () => void {
  const client = useQueryClient();
  const { toggle } = useToggle({
    key: `like ${id}`,
    on: isLiked,
    show: (on) =>
      patchLikes(client, photoId, id, (likes) =>
        likes.is_liked === on ? likes : { is_liked: on, likes_count: counted(likes.likes_count, on ? 1 : -1) },
      ),
    send: async (on) => {
      const { data } = await call(on ? likeComment : unlikeComment, { params: { id } });
      // Uses the server's count, unless the viewer toggled again in the meantime.
      patchLikes(client, photoId, id, (likes) => (likes.is_liked === data.is_liked ? { ...likes, likes_count: data.likes_count } : likes));
    },
    onRefused: (error) => toast.error(errorMessage(error, words.likeFailed)),
  });
  return toggle;
}
