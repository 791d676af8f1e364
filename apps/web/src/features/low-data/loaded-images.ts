import { useSyncExternalStore } from 'react';

/** Which width of each image a tap has loaded, by the image's id. An image that was forgotten is asked for again. */
const loaded = new Map<string, number>();
const most = 2_000;
const listeners = new Set<() => void>();

export function loadImage(id: string, index: number): void {
  loaded.delete(id);
  loaded.set(id, index);
  for (const oldest of loaded.keys()) if (loaded.size > most) loaded.delete(oldest);
  for (const tell of listeners) tell();
}

/** The place of the width that was loaded, -1: none. */
export const useLoadedIndex = (id: string): number => useSyncExternalStore(watch, () => loaded.get(id) ?? -1);

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
