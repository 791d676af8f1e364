'use no memo';

import { type MouseEvent, useState } from 'react';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { ImageBox, oneOfWidths } from './image-box.tsx';
import './images.css';

/** Width used with data saver. */
const lightSizes = '640px';

interface ShownImageProps {
  attributes: Readonly<Record<string, string | undefined>>;
  /** Photo page or image file, opened by a click with a modifier key. */
  href: string;
}

export function ShownImage({ attributes, href }: ShownImageProps) {
  const { src = '', srcset, sizes, width, height, alt = '' } = attributes;
  const [color, thumbhash] = [attributes['data-color'], attributes['data-thumbhash']];
  const bytes = (attributes['data-bytes'] ?? '').split(' ').map(Number);
  const image = { src, srcSet: srcset, bytes, sizes, width: Number(width), height: Number(height), alt, color, thumbhash };
  const zoom = useLazyDialog(async () => (await import('./full-size.tsx')).FullSize);
  const [preview, setPreview] = useState<string>();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setPreview(event.currentTarget.querySelector('img')?.currentSrc);
    zoom.open();
  };
  return (
    <>
      <span className="shown-image">
        <a href={href} onClick={open}>
          <ImageBox image={image} />
        </a>
        <LoadImageButton image={oneOfWidths(image)} sizes={lightSizes} title={alt} />
      </span>
      {zoom.Dialog && <zoom.Dialog image={image} preview={preview} onClose={zoom.close} />}
    </>
  );
}
