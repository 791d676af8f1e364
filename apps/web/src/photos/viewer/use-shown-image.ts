'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import { useState } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';

export interface ShownImage {
  image: Image | undefined;
  /** An earlier version, to be compared with the image. */
  earlier: Image | undefined;
  index: number;
  count: number;
  show: (index: number) => void;
}

/**
 * The current image of the post. Each post begins with its first. In data-saver mode, two versions are shown one by one. A blurred post
 * does not show the earlier one.
 */
export function useShownImage({ id, images, is_comparison }: Photo, isBlurred: boolean): ShownImage {
  const isCompared = !useLessData() && is_comparison;
  const [shown, setShown] = useState({ id, index: 0 });
  const last = images.length - 1;
  const index = shown.id === id ? Math.min(shown.index, last) : 0;
  return {
    image: images[isCompared ? 0 : index],
    earlier: isCompared && !isBlurred ? images[1] : undefined,
    index,
    count: isCompared ? 1 : images.length,
    show: (next) => setShown({ id, index: Math.max(0, Math.min(last, next)) }),
  };
}
