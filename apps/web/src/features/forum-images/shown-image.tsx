import type { Image } from '@mbari/contract/shapes/photos';
import { type MouseEvent, useState } from 'react';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { ImageBox } from './image-box.tsx';
import './shown-image.css';

interface ShownImageProps {
  /** The attributes of the image as the server rendered it. */
  attributes: Readonly<Record<string, string | undefined>>;
  /** Where it leads without a script: the photo's page, or the image itself. */
  href: string;
}

/** An image of a text: its mean colour, its blur, then itself. A press shows it in full size. */
export function ShownImage({ attributes, href }: ShownImageProps) {
  const image = imageOf(attributes);
  const zoom = useLazyDialog(async () => (await import('~/features/photo-page/zoom.tsx')).Zoom);
  const [preview, setPreview] = useState<string>();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setPreview(event.currentTarget.querySelector('img')?.currentSrc);
    zoom.open();
  };
  return (
    <>
      <a href={href} className="shown-image" onClick={open}>
        <ImageBox image={image} sizes={attributes['sizes']} alt={image.alt} />
      </a>
      {zoom.Dialog && (
        <zoom.Dialog photo={{ title: image.alt, images: [image] }} shown={0} preview={preview} onShow={() => {}} onClose={zoom.close} />
      )}
    </>
  );
}

const imageOf = (attributes: ShownImageProps['attributes']): Image => ({
  id: attributes['src'] ?? '',
  image_path: attributes['src'] ?? '',
  width: Number(attributes['width']) || 1,
  height: Number(attributes['height']) || 1,
  alt: attributes['alt'] ?? '',
  thumbhash: attributes['data-thumbhash'] ?? '',
  color: /^#[0-9a-f]{6}$/.test(attributes['data-color'] ?? '') ? attributes['data-color']! : 'transparent',
  srcset: { webp: attributes['srcset'] ?? '', jpeg: attributes['src'] ?? '' },
});
