'use no memo';

import { type CSSProperties, Suspense } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import './images.css';

const LightPicture = optionalLazy(async () => (await import('~/platform/connection/light-picture.tsx')).LightPicture);
const Blur = optionalLazy(async () => (await import('~/photos/posts/picture.tsx')).Blur);

export interface BoxedImage {
  src: string;
  srcSet: string | undefined;
  /** Size of each `srcSet` entry. */
  bytes: number[];
  sizes: string | undefined;
  width: number;
  height: number;
  alt: string;
  color: string | undefined;
  thumbhash: string | undefined;
}

/** For components that load a single width. The URL contains the id. */
export const oneOfWidths = ({ src, srcSet = '', bytes }: BoxedImage) => ({
  id: src.split('/')[2] ?? src,
  srcset: { webp: srcSet, jpeg: src },
  bytes,
});

/** Shows the mean colour, then the blur, which is loaded separately, then the image. */
export function ImageBox({ image: boxed }: { image: BoxedImage }) {
  const { color, thumbhash, bytes: _bytes, ...image } = boxed;
  const style = { '--ratio': image.width / image.height, 'maxWidth': image.width, 'backgroundColor': color } as CSSProperties;
  return (
    <span className="image-box" style={style}>
      {thumbhash && (
        <Suspense>
          <Blur thumbhash={thumbhash} />
        </Suspense>
      )}
      {useLessData() ? (
        <Suspense>
          <LightPicture image={oneOfWidths(boxed)} alt={image.alt} />
        </Suspense>
      ) : (
        <img {...image} alt={image.alt} loading="lazy" decoding="async" />
      )}
    </span>
  );
}
