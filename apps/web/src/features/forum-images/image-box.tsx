'use no memo';

import { type CSSProperties, lazy, Suspense } from 'react';
import './image-box.css';

const Blur = lazy(async () => ({ default: (await import('~/features/photos/picture.tsx')).Blur }));

/** An image as it stands in a page, by the attributes that it has there. */
export interface BoxedImage {
  src: string;
  srcSet: string | undefined;
  sizes: string | undefined;
  width: number;
  height: number;
  alt: string;
  color: string | undefined;
  thumbhash: string | undefined;
}

/** An image in a box of its own shape: its mean colour, its blur, then itself. What draws the blur is loaded by itself. */
export function ImageBox({ image: { color, thumbhash, ...image } }: { image: BoxedImage }) {
  const style = { '--ratio': image.width / image.height, 'maxWidth': image.width, 'backgroundColor': color } as CSSProperties;
  return (
    <span className="image-box" style={style}>
      {thumbhash && (
        <Suspense>
          <Blur thumbhash={thumbhash} />
        </Suspense>
      )}
      <img {...image} alt={image.alt} loading="lazy" decoding="async" />
    </span>
  );
}
