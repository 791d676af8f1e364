import type { Image } from '@mbari/contract/shapes/photos';
import { useCallback, useState } from 'react';

/** Pixels around a photo, at least; and what a control of 44 px needs of them. */
const margin = 24;
const needed = 60;

interface Size {
  width: number;
  height: number;
}

/** Whether below or beside the photo there is room for controls, none of which lie on it. Measured before the first paint. */
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
