'use no memo';

import { likePhoto, unlikePhoto } from '@mbari/contract/photos/likes';
import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/photos';
import '~/photos/posts/photos.css';
import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { handleDeletedPost } from '~/photos/posts/handle-deleted-post.ts';
import { likeChanged, likesCounted } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';

export function LikeButton({ photo }: { photo: Photo }) {
  const { toggle } = useLikePhoto(photo);
  return <HeartButton liked={photo.is_liked} count={photo.likes_count} disabled={!photo.viewer.may_like} onPress={toggle} />;
}

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

interface HeartButtonProps {
  liked: boolean;
  count: number;
  disabled: boolean;
  onPress: () => void;
}

function HeartButton({ liked, count, disabled, onPress }: HeartButtonProps) {
  return (
    <button
      type="button"
      className="count-button"
      data-liked={liked || undefined}
      aria-pressed={liked}
      disabled={disabled}
      onClick={onPress}
    >
      <Heart size={18} strokeWidth={1.6} aria-hidden="true" />
      <span className="sr-only">{words.like}</span>
      <span>{number(count)}</span>
    </button>
  );
}
