'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import { useRef, useState } from 'react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import type { ShownImage } from './use-shown-image.ts';

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
