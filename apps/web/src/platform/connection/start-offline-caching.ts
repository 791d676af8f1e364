import { offlineResponses } from '~/platform/lib/offline-responses.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { imageCache, responseCache } from '~/platform/lib/stored-session.ts';
import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { cacheAppFiles } from './cache-app-files.ts';
import { cacheImages } from './cache-images.ts';
import { evictOldest, storeResponse } from './offline-caches.ts';

/** Id of the member whose responses and images are cached. */
const keptForKey = 'mbari_kept_for';

/**
 * After the first screen, registers the service worker and starts the caches of app files, responses
 * and images. Returns the function that stops them.
 */
export function startOfflineCaching(memberId: string): () => void {
  if (!('serviceWorker' in navigator && 'caches' in window)) return () => undefined;
  const ends: (() => void)[] = [];
  const begin = async () => {
    trustOwnWorkers();
    // Without the worker, which a browser may refuse, nothing reads the caches.
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/service-worker.js');
    if (registration === undefined) return;
    await forgetOthers(memberId);
    ends.push(cacheResponses(memberId), cacheImages(memberId));
    await cacheAppFiles();
  };
  ends.push(whenIdle(() => void begin().catch(() => undefined)));
  return () => {
    for (const end of ends.splice(0)) end();
  };
}

/** Deletes the caches of another member, whose session ended outside this page. */
async function forgetOthers(memberId: string): Promise<void> {
  if (localStorage.getItem(keptForKey) === memberId) return;
  await Promise.all([caches.delete(responseCache), caches.delete(imageCache)]);
  localStorage.setItem(keptForKey, memberId);
}

/** Calls cached for offline use: main lists, posts, series, exhibitions, profiles, topics and conversations. */
const worthKeeping =
  /^\/api\/v1\/(?:photos(?:\?feed=following|\/trending(?:\?[^?]*)?|\/[\w-]+)?|users\/[\w.]+|series\/[\w-]+|exhibitions\/[\w-]+(?:\/rooms\/\d+)?|forum\/(?:categories|notifications(?:\?[^?]*)?|topics(?:\/[\w-]+(?:\/posts(?:\?[^?]*)?)?)?)|conversations(?:\?list=inbox&per_page=\d+|\/[\w-]+(?:\/messages\?per_page=\d+)?)|me\/interests|categories)$/;
const most = { count: 40, bytes: 2 * 1024 * 1024 };
const largest = 400_000;

function cacheResponses(memberId: string): () => void {
  let last: Promise<unknown> = Promise.resolve();
  const isStillTheirs = () => currentSession().user?.id === memberId;
  const take = (address: string, text: string) => {
    if (!worthKeeping.test(address) || text.length > largest) return;
    last = last
      .then(async () => {
        if (!isStillTheirs()) return;
        const headers = { 'content-type': 'application/json', 'x-kept-for': memberId, 'x-bytes': String(text.length) };
        await storeResponse(responseCache, address, text, headers);
        await evictOldest(responseCache, most);
        // After a sign-out in the meantime, leaves nothing for the next member.
        if (!isStillTheirs()) await caches.delete(responseCache);
      }, undefined)
      .catch(() => undefined);
  };
  return offlineResponses.subscribe(take);
}
