import { useSyncExternalStore } from 'react';

export interface LoadedImage {
  index: number;
  /** False if the AVIF did not exist at that time. The server encodes it later, and switching to it would download the image again. */
  isAvif: boolean;
}

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
