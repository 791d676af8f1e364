'use no memo';

import type { Image } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/low-data';
import { ArrowDownToLine } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { lightImage, lightIndexFor } from './light-image.ts';
import type { LoadImageButtonProps } from './load-image-button.tsx';
import './load-image-button.css';

interface LightPictureProps {
  image: Pick<Image, 'id' | 'srcset' | 'bytes'>;
  alt: string;
}

export function LightPicture({ image, alt }: LightPictureProps) {
  const loaded = useLoaded(image.id);
  if (loaded === undefined) return alt !== '' && <span role="img" aria-label={alt} />;
  const { avif, webp, jpeg } = lightImage(image, loaded.index);
  return (
    <picture>
      {loaded.isAvif && avif && <source type="image/avif" srcSet={avif} />}
      <source type="image/webp" srcSet={webp} />
      <img src={jpeg} alt={alt} decoding="async" draggable={false} />
    </picture>
  );
}

export function LoadButton({ image, sizes, title, larger = false, style }: LoadImageButtonProps) {
  const index = lightIndexFor(image, sizes);
  const loaded = useLoaded(image.id);
  if (loaded !== undefined && (!larger || loaded.index >= index)) return null;
  const { bytes, avif } = lightImage(image, index);
  const size = bytes > 0 ? formatBytes(bytes) : null;
  return (
    <span className="load-image" style={style}>
      <button
        type="button"
        onClick={(event) => {
          // Keeps the press from a link or label around the button.
          event.preventDefault();
          event.stopPropagation();
          // The button is removed after the press, so the focus moves to the element below it.
          const under = event.currentTarget.parentElement?.previousElementSibling;
          if (under instanceof HTMLElement) under.focus({ preventScroll: true });
          loadImage(image.id, { index, isAvif: avif !== undefined });
        }}
      >
        <ArrowDownToLine size={18} strokeWidth={1.8} aria-hidden="true" />
        <span className="load-image-words">{words.tapToLoad}</span>
        {size !== null && <span className="load-image-size">{size}</span>}
        <span className="sr-only">{title}</span>
      </button>
    </span>
  );
}

interface LoadedImage {
  index: number;
  /** False if no AVIF existed at load time. The server encodes it later, and switching to it would download the image again. */
  isAvif: boolean;
}

const loadedImages = new Map<string, LoadedImage>();
const maxLoadedImages = 2_000;
const listeners = new Set<() => void>();

export function loadImage(id: string, image: LoadedImage): void {
  loadedImages.delete(id);
  loadedImages.set(id, image);
  for (const oldest of loadedImages.keys()) if (loadedImages.size > maxLoadedImages) loadedImages.delete(oldest);
  for (const listener of listeners) listener();
}

const useLoaded = (id: string): LoadedImage | undefined => useSyncExternalStore(watch, () => loadedImages.get(id));

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
