'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import { useState } from 'react';

export interface ShownImage {
  image: Image | undefined;
  index: number;
  count: number;
  show: (index: number) => void;
}

/** The current image of the post. Each post begins with its first. */
export function useShownImage({ id, images }: Photo): ShownImage {
  const [shown, setShown] = useState({ id, index: 0 });
  const last = images.length - 1;
  const index = shown.id === id ? Math.min(shown.index, last) : 0;
  return {
    image: images[index],
    index,
    count: images.length,
    show: (next) => setShown({ id, index: Math.max(0, Math.min(last, next)) }),
  };
}
