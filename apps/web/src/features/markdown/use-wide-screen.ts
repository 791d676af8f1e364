import { useSyncExternalStore } from 'react';

const query = '(min-width: 1200px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether a text and its preview find room beside each other. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
