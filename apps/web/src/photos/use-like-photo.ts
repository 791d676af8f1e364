'use no memo';

import { likePhoto, unlikePhoto } from '@mbari/contract/photos/likes';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photos';
import { useQueryClient } from '@tanstack/react-query';
import { handleDeletedPost } from '~/photos/posts/handle-deleted-post.ts';
import { likeChanged, likesCounted } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';

/** Toggles the viewer's like optimistically in every cached list. */
export function useLikePhoto(photo: Photo): { toggle: () => void; like: () => void } {
  const client = useQueryClient();
  const { user } = useSession();
  const { toggle } = useToggle({
    key: `like ${photo.id}`,
    on: photo.is_liked,
    show: (on) => likeChanged(client, { id: photo.id, likes: on, viewerId: user?.id }),
    send: async (on) => {
      const { data } = await call(on ? likePhoto : unlikePhoto, { params: { id: photo.id } });
      likesCounted(client, photo.id, data);
    },
    onRefused: (error) => {
      handleDeletedPost(client, photo.id, error);
      toast.error(errorMessage(error, words.likeFailed));
    },
  });
  return { toggle, like: () => photo.is_liked || toggle() };
}
