'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/photos';
import { Heart } from 'lucide-react';
import { useLikePhoto } from './use-like-photo.ts';
import '~/photos/posts/photos.css';

export function LikeButton({ photo }: { photo: Photo }) {
  const { toggle } = useLikePhoto(photo);
  return <HeartButton liked={photo.is_liked} count={photo.likes_count} disabled={!photo.viewer.may_like} onPress={toggle} />;
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
