import { currentSession } from '~/platform/lib/session.ts';
import { imageCache } from '~/platform/lib/stored-session.ts';
import { evictOldest, storeResponse } from './offline-caches.ts';

const most = { count: 200, bytes: 12 * 1024 * 1024 };

/** Copies displayed images from the HTTP cache, without downloads. Returns the function that stops copying. */
export function cacheImages(memberId: string): () => void {
  const cachedImages = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const isStillTheirs = () => currentSession().user?.id === memberId;
  const take = (image: HTMLImageElement) => {
    const address = image.currentSrc;
    if (!new URL(address, location.href).pathname.startsWith('/media/') || cachedImages.has(address)) return;
    cachedImages.add(address);
    if (cachedImages.size > most.count) cachedImages.delete([...cachedImages][0]!);
    last = last
      .then(async () => {
        if (!isStillTheirs()) return;
        const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' });
        if (!response.ok) return;
        const blob = await response.blob();
        await storeResponse(imageCache, address, blob, { 'content-type': blob.type, 'x-bytes': String(blob.size) });
        if (cachedImages.size % 20 === 0) await evictOldest(imageCache, most);
        if (!isStillTheirs()) await caches.delete(imageCache);
      })
      .catch(() => undefined);
  };
  const onLoad = ({ target }: Event) => target instanceof HTMLImageElement && take(target);
  document.addEventListener('load', onLoad, true);
  for (const image of document.images) if (image.complete && image.currentSrc !== '') take(image);
  void evictOldest(imageCache, most).catch(() => undefined);
  return () => document.removeEventListener('load', onLoad, true);
}
