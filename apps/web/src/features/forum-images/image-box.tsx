import type { Image } from '@mbari/contract/shapes/photos';
import { type CSSProperties, lazy, Suspense } from 'react';
import './image-box.css';

const Blur = lazy(async () => ({ default: (await import('~/features/photos/picture.tsx')).Blur }));

interface ImageBoxProps {
  image: Image;
  sizes: string | undefined;
  alt: string;
}

/** An image in a box of its own shape: its mean colour, its blur, then itself. What draws the blur is loaded by itself. */
export function ImageBox({ image, sizes, alt }: ImageBoxProps) {
  const style = { '--ratio': image.width / image.height, 'maxWidth': image.width, 'backgroundColor': image.color } as CSSProperties;
  return (
    <span className="image-box" style={style}>
      <Suspense>
        <Blur thumbhash={image.thumbhash} />
      </Suspense>
      <img
        src={image.image_path}
        srcSet={image.srcset.webp}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}
