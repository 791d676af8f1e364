import { useSyncExternalStore } from 'react';

export interface LoadedImage {
  /** The place of its width among the widths, ascending. */
  index: number;
  /** Whether AVIF was there then. It is made a while after the rest, and offered later all would be loaded again. */
  isAvif: boolean;
}

/** What of each image a tap has loaded, by the image's id. An image that was forgotten is asked for again. */
const loaded = new Map<string, LoadedImage>();
const most = 2_000;
const listeners = new Set<() => void>();

export function loadImage(id: string, image: LoadedImage): void {
  loaded.delete(id);
  loaded.set(id, image);
  for (const oldest of loaded.keys()) if (loaded.size > most) loaded.delete(oldest);
  for (const tell of listeners) tell();
}

export const useLoaded = (id: string): LoadedImage | undefined => useSyncExternalStore(watch, () => loaded.get(id));

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
