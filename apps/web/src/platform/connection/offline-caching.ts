import { offlineResponses } from '~/platform/lib/offline-responses.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { imageCache, responseCache } from '~/platform/lib/stored-session.ts';
import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';

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
const mostResponses = { count: 40, bytes: 2 * 1024 * 1024 };
const largestResponse = 400_000;

function cacheResponses(memberId: string): () => void {
  let last: Promise<unknown> = Promise.resolve();
  const isStillTheirs = () => currentSession().user?.id === memberId;
  const take = (address: string, text: string) => {
    if (!worthKeeping.test(address) || text.length > largestResponse) return;
    last = last
      .then(async () => {
        if (!isStillTheirs()) return;
        const headers = { 'content-type': 'application/json', 'x-kept-for': memberId, 'x-bytes': String(text.length) };
        await storeResponse(responseCache, address, text, headers);
        await evictOldest(responseCache, mostResponses);
        // After a sign-out in the meantime, leaves nothing for the next member.
        if (!isStillTheirs()) await caches.delete(responseCache);
      }, undefined)
      .catch(() => undefined);
  };
  return offlineResponses.subscribe(take);
}

const pageCache = 'mbari-page';
const appCachePrefix = 'mbari-app ';
const otherFiles = ['/favicon.svg', '/avatars/default.svg'];

/**
 * Caches the app's files from the HTTP cache, then the page that refers to them, so that the app opens
 * offline in the same version and language. Caches no member data.
 */
async function cacheAppFiles(): Promise<void> {
  const build = document.querySelector('[type=module]')?.getAttribute('src');
  if (!build?.startsWith('/assets/')) return;
  const cache = await caches.open(appCachePrefix + build);
  const keepFile = async (address: string) => {
    if (await cache.match(address)) return;
    const response = await fetch(address, { cache: 'force-cache' });
    if (response.ok) await cache.put(address, response);
  };
  let last: Promise<unknown> = Promise.resolve();
  const take = (entries: readonly { name: string }[]) => {
    for (const { name } of entries) {
      const { origin, pathname } = new URL(name, location.href);
      if (origin === location.origin && pathname.startsWith('/assets/')) last = last.then(() => keepFile(pathname)).catch(() => undefined);
    }
  };
  take(performance.getEntriesByType('resource'));
  new PerformanceObserver((list) => take(list.getEntries())).observe({ type: 'resource' });
  for (const address of otherFiles) await keepFile(address).catch(() => undefined);
  await last;
  await keepPage(build, keepFile);
  await forgetOlder(appCachePrefix + build);
}

/** Stores the page only if it belongs to this build; a newer build stores its own. */
async function keepPage(build: string, keepFile: (address: string) => Promise<void>): Promise<void> {
  const response = await fetch('/', { headers: { accept: 'text/html' } });
  const html = await response.clone().text();
  if (!response.ok || !html.includes(build)) return;
  for (const [, address = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) await keepFile(address);
  await (await caches.open(pageCache)).put('/', response);
}

/** Deletes older caches, except that of the previous build, which another tab may still run. */
async function forgetOlder(currentCache: string): Promise<void> {
  const olderCaches = (await caches.keys()).filter((name) => name.startsWith(appCachePrefix) && name !== currentCache);
  await Promise.all(olderCaches.slice(0, -1).map((name) => caches.delete(name)));
}

const mostImages = { count: 200, bytes: 12 * 1024 * 1024 };

/** Copies displayed images from the HTTP cache, without downloads. Returns the function that stops copying. */
function cacheImages(memberId: string): () => void {
  const cachedImages = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const isStillTheirs = () => currentSession().user?.id === memberId;
  const take = (image: HTMLImageElement) => {
    const address = image.currentSrc;
    if (!new URL(address, location.href).pathname.startsWith('/media/') || cachedImages.has(address)) return;
    cachedImages.add(address);
    if (cachedImages.size > mostImages.count) cachedImages.delete([...cachedImages][0]!);
    last = last
      .then(async () => {
        if (!isStillTheirs()) return;
        const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' });
        if (!response.ok) return;
        const blob = await response.blob();
        await storeResponse(imageCache, address, blob, { 'content-type': blob.type, 'x-bytes': String(blob.size) });
        if (cachedImages.size % 20 === 0) await evictOldest(imageCache, mostImages);
        if (!isStillTheirs()) await caches.delete(imageCache);
      })
      .catch(() => undefined);
  };
  const onLoad = ({ target }: Event) => target instanceof HTMLImageElement && take(target);
  document.addEventListener('load', onLoad, true);
  for (const image of document.images) if (image.complete && image.currentSrc !== '') take(image);
  void evictOldest(imageCache, mostImages).catch(() => undefined);
  return () => document.removeEventListener('load', onLoad, true);
}

/** Stores a response with the time, because `service-worker.js` ignores old entries. */
async function storeResponse(cacheName: string, address: string, body: Blob | string, headers: Record<string, string>): Promise<void> {
  const cache = await caches.open(cacheName);
  // Moves an updated entry to the end, so that it is the newest.
  await cache.delete(address);
  await cache.put(address, new Response(body, { headers: { ...headers, 'x-kept-at': String(Date.now()) } }));
}

/** Evicts the oldest entries until both limits hold. */
async function evictOldest(cacheName: string, most: { count: number; bytes: number }): Promise<void> {
  const cache = await caches.open(cacheName);
  let [count, bytes] = [0, 0];
  for (const request of (await cache.keys()).toReversed()) {
    const response = await cache.match(request);
    count += 1;
    bytes += Number(response?.headers.get('x-bytes'));
    if (count > most.count || bytes > most.bytes) await cache.delete(request);
  }
}
