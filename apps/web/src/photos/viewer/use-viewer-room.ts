'use no memo';

import type { Image } from '@mbari/contract/photos/posts';
import { useCallback, useState } from 'react';

/** Minimum margin around a photo, and the space that a 44 px control needs. */
const margin = 24;
const needed = 60;

interface Size {
  width: number;
  height: number;
}

/** Measures before the first paint whether controls fit below the photo or at its sides. */
export function useViewerRoom(image: Image | undefined) {
  const [size, setSize] = useState<Size | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, hasRoom: size !== null && image !== undefined && hasRoom(size, image) };
}

export function hasRoom({ width, height }: Size, image: Size): boolean {
  const ratio = image.width / image.height;
  const shown = Math.min(width - 2 * margin, (height - 2 * margin) * ratio, image.width * 1.5);
  return Math.max(height - shown / ratio, width - shown) / 2 >= needed;
}
