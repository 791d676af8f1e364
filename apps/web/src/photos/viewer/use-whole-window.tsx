'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import { useCallback, useRef, useState } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';

/** State of the full-window view, and its openers: the photo, a key or a button. */
export function useWholeWindow(photo: Photo, { index, show }: ShownImage) {
  const [preview, setPreview] = useState<string>();
  const zoom = useLazyDialog(async () => (await import('./zoom.tsx')).Zoom);
  const onPhoto = useRef<HTMLButtonElement>(null);
  const open = () => {
    setPreview(onPhoto.current?.parentElement?.querySelector('img')?.currentSrc);
    zoom.open();
  };
  return {
    onPhoto,
    open,
    openFromPhoto: () => {
      // The dialog restores the focus to this element.
      onPhoto.current?.focus({ preventScroll: true });
      open();
    },
    dialog: zoom.Dialog && (
      <zoom.Dialog
        photo={photo}
        shown={index}
        preview={preview}
        onClose={zoom.close}
        onShow={(next) => {
          setPreview(undefined);
          show(next);
        }}
      />
    ),
  };
}

export type WholeWindow = ReturnType<typeof useWholeWindow>;

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
