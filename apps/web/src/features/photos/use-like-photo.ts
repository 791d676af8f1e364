import { likePhoto, unlikePhoto } from '@mbari/contract/photos';
import type { Photo } from '@mbari/contract/shapes/photos';
import { useQueryClient } from '@tanstack/react-query';
import { call, wordsOf } from '~/lib/call.ts';
import { patchCached } from '~/lib/patch-cached.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { counted, useToggle } from '~/lib/use-toggle.ts';
import { noticeGone } from './notice-gone.ts';
import { isPhoto } from './photo-queries.ts';

/** Likes a post or takes the like back: shown at once on every page that shows the post, and flipped back where the server refuses. */
export function useLikePhoto(photo: Photo): { toggle: () => void; like: () => void } {
  const client = useQueryClient();
  const { user } = useSession();
  const { toggle } = useToggle({
    key: `like ${photo.id}`,
    on: photo.is_liked,
    show: (on) => patchCached(client, isPhoto, photo.id, (cached) => withLike(cached, on, user?.id)),
    send: async (on) => {
      const { data } = await call(on ? likePhoto : unlikePhoto, { params: { id: photo.id } });
      // Others like it too: the server's count is the truth, once nothing more is on its way.
      patchCached(client, isPhoto, photo.id, (cached) =>
        cached.is_liked === data.is_liked ? { ...cached, likes_count: data.likes_count } : cached,
      );
    },
    onRefused: (error) => {
      noticeGone(client, photo.id, error);
      toast.error(wordsOf(error, 'Your like could not be sent. Please try again.'));
    },
  });
  return { toggle, like: () => photo.is_liked || toggle() };
}

export function withLike(photo: Photo, on: boolean, userId: string | undefined): Photo {
  if (photo.is_liked === on) return photo;
  return {
    ...photo,
    is_liked: on,
    likes: on && userId !== undefined ? [{ user_id: userId }] : [],
    likes_count: counted(photo.likes_count, on ? 1 : -1),
  };
}
