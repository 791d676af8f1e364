'use no memo';

import type { Image } from '@mbari/contract/photos/posts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { thumbHashToRGBA } from 'thumbhash';
import { useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import './photos.css';

const LightPicture = optionalLazy(async () => (await import('~/platform/connection/light-picture.tsx')).LightPicture);

interface PictureProps {
  image: Image;
  sizes: string;
  /** Visible without scrolling, so loaded before all others. */
  first?: boolean;
  /** Replaces a missing alt text. */
  title: string;
  /** The box has another shape, so the image is centred on a plain ground. */
  letterboxed?: boolean;
}

/**
 * An image in a box of known size: first its mean colour, then its blur, then the image. The parent sets the shape of the box, and in
 * data saving mode adds `LoadImageButton`.
 */
export function Picture({ image, sizes, first = false, title, letterboxed = false }: PictureProps) {
  const offersAvif = useOffersAvif(image);
  return (
    <span
      className="picture"
      data-letterboxed={letterboxed || undefined}
      style={letterboxed ? undefined : { backgroundColor: image.color }}
    >
      <Blur thumbhash={image.thumbhash} />
      {useLessData() ? (
        <Suspense>
          <LightPicture image={image} alt={image.alt || title} />
        </Suspense>
      ) : (
        <picture>
          {offersAvif && <source type="image/avif" srcSet={image.srcset.avif} sizes={sizes} />}
          <source type="image/webp" srcSet={image.srcset.webp} sizes={sizes} />
          <img
            src={image.image_path}
            srcSet={image.srcset.jpeg}
            sizes={sizes}
            width={image.width}
            height={image.height}
            alt={image.alt || title}
            loading={first ? 'eager' : 'lazy'}
            fetchPriority={first ? 'high' : undefined}
            decoding="async"
            draggable={false}
          />
        </picture>
      )}
    </span>
  );
}

/** Returns whether AVIF existed when the image was first rendered. A later AVIF would make the browser load the image twice. */
function useOffersAvif({ id, srcset }: Image): boolean {
  const [first, setFirst] = useState({ id, avif: srcset.avif !== undefined });
  if (first.id === id) return first.avif;
  setFirst({ id, avif: srcset.avif !== undefined });
  return srcset.avif !== undefined;
}

/** Renders the blur to a canvas of about 32 px after the first paint, unless the image has loaded. */
export function Blur({ thumbhash }: { thumbhash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current?.parentElement?.querySelector('img')?.naturalWidth) return;
    const context = canvas.current?.getContext('2d');
    const blur = decoded(thumbhash);
    if (!canvas.current || !context || blur === null) return;
    canvas.current.width = blur.width;
    canvas.current.height = blur.height;
    context.putImageData(blur, 0, 0);
  }, [thumbhash]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

const blurs = new Map<string, ImageData | null>();

function decoded(thumbhash: string): ImageData | null {
  let blur = blurs.get(thumbhash);
  if (blur === undefined) {
    blur = decode(thumbhash);
    blurs.set(thumbhash, blur);
  }
  return blur;
}

function decode(thumbhash: string): ImageData | null {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
    return new ImageData(new Uint8ClampedArray(rgba), w, h);
  } catch {
    // The mean colour is shown instead.
    return null;
  }
}
