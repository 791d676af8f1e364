import type { Image } from '@mbari/contract/shapes/photos';
import { useCallback, useState } from 'react';

/** Pixels of mat around a photo, at least; and what a control of 44 px needs of it. */
const mat = 24;
const needed = 60;

interface Size {
  width: number;
  height: number;
}

/** Whether the mat below or beside the photo has room for controls, none of which lie on it. Measured before the first paint. */
export function useMatRoom(image: Image | undefined) {
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
  const shown = Math.min(width - 2 * mat, (height - 2 * mat) * ratio, image.width * 1.5);
  return Math.max(height - shown / ratio, width - shown) / 2 >= needed;
}
