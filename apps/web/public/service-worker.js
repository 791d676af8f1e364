/*
 * The app's only worker, for every language and version. It shows push messages and opens their target,
 * answers from the caches of platform/connection while the server cannot be reached, and accepts photos
 * shared by other apps. Online, navigations come from the server, and other requests bypass the worker.
 */
/** Milliseconds an open page has to confirm that it navigates. */
const patience = 500;
/** Milliseconds to wait for the server if the page is cached. */
const longestWait = 4_000;
/** Maximum age of cached responses in milliseconds, because older content may have been deleted or hidden since. */
const keptFor = 3 * 24 * 60 * 60_000;
const files = /^\/(?:assets|avatars)\/|^\/(?:favicon\.svg|apple-touch-icon\.png|icon-[\w-]+\.png|site\.webmanifest)$/;
const noPages = /^\/(?:api|media|assets|avatars|outbox|healthz|readyz|metrics)(?:\/|$)|\.\w+$/;

/** True if the last request did not reach the server. */
let away = false;

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

/** Pages report whether their calls reach the server. */
addEventListener('message', ({ data, ports: [port] }) => {
  if (typeof data?.away === 'boolean') away = data.away;
  if (data?.asks !== 'shared photos') return;
  port.postMessage(shared);
  shared = null;
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/share-target') return event.respondWith(takeShared(event));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    // A preloaded response that is not used makes the browser send the request again. Links with a code work once.
    event.respondWith(noPages.test(pathname) ? fromServer(request, event.preloadResponse) : openPage(event));
  } else if (navigator.onLine && !away) return;
  else if (files.test(pathname)) event.respondWith(keptFirst(request));
  else if (pathname.startsWith('/media/')) event.respondWith(keptFirst(request, keptFor));
  else if (pathname.startsWith('/api/v1/') && !pathname.startsWith('/api/v1/events')) event.respondWith(keptLast(request));
});

/** Returns the page from the server, or the cached app if the server cannot be reached. */
async function openPage({ request, preloadResponse }) {
  const answer = fromServer(request, preloadResponse);
  const first = await Promise.race([answer.catch(() => null), after(longestWait)]);
  away = !first || isFromProxy(first);
  if (!away) return first;
  const frame = await caches.match('/', { cacheName: 'mbari-page', ignoreVary: true });
  return frame ?? first ?? answer.catch(() => fetchPatiently(request));
}

/** A proxy answers while it cannot reach the server. The server's own refusals are JSON. */
const isFromProxy = ({ status, headers }) => status > 501 && !headers.get('content-type')?.startsWith('application/json');

const fromServer = async (request, preloaded) => (await preloaded) ?? fetch(request);

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null));

const isYoung = (response, most) => most === undefined || Date.now() - Number(response.headers.get('x-kept-at')) < most;

/** Returns the cached response if it is young enough, otherwise fetches. */
async function keptFirst(request, most) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept && isYoung(kept, most)) return kept;
  return most === undefined ? fetchPatiently(request) : fetch(request);
}

/** Retries twice, because requests may fail after the browser reports a restored connection. The page needs its code. */
async function fetchPatiently(request) {
  for (let triesLeft = 3; ;) {
    try {
      return await fetch(request);
    } catch (error) {
      triesLeft -= 1;
      if (triesLeft === 0) throw error;
      await after(1_000);
    }
  }
}

/** Tries the network first, because the server may be reachable again. */
async function keptLast(request) {
  const answer = await fetch(request).catch((error) => error);
  if (answer instanceof Response && !isFromProxy(answer)) return answer;
  const kept = await caches.match(request.url, { cacheName: 'mbari-kept', ignoreVary: true });
  if (kept && isYoung(kept, keptFor)) return kept;
  if (answer instanceof Response) return answer;
  throw answer;
}

/** Limits of one share: total bytes and number of files. The composer checks each file. */
const shareBytes = 100 * 1024 * 1024;
const shareFiles = 10;
/** Milliseconds in which the page must fetch the shared photos. */
const shareLasts = 60_000;

/** Photos shared by another app, until the page fetches them. In memory only, because nothing is stored before the member acts. */
let shared = null;

async function takeShared(event) {
  const { request } = event;
  if (isFromWebsite(request)) return Response.redirect('/feed', 303);
  try {
    const form = await readForm(request);
    shared = { files: form.getAll('photos').flatMap(photoOf).slice(0, shareFiles), isTooLarge: false };
  } catch {
    shared = { files: [], isTooLarge: true };
  }
  const own = shared;
  const expire = () => {
    if (shared === own) shared = null;
  };
  // Keeps the worker alive until the shared photos expire.
  event.waitUntil(after(shareLasts).then(expire));
  return Response.redirect('/feed#shared', 303);
}

/**
 * Returns whether another website submitted the share. Shares of the system have no referrer. A
 * website that hides its referrer looks the same, so the composer opens but stores nothing.
 */
function isFromWebsite({ referrer, headers }) {
  const site = headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return true;
  return [referrer, headers.get('origin') ?? ''].some((address) => /^https?:/.test(address) && new URL(address).origin !== location.origin);
}

/** Reads the form, and rejects as soon as the body is too large. */
async function readForm(request) {
  if (Number(request.headers.get('content-length')) > shareBytes) throw new Error('Too large');
  if (!request.body) return request.formData();
  let bytes = 0;
  const bounded = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > shareBytes) controller.error(new Error('Too large'));
      else controller.enqueue(chunk);
    },
  });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(request.body.pipeThrough(bounded), { headers }).formData();
}

/** Drops the content of a file that is not an image. The composer needs only the name for its error. */
function photoOf(one) {
  if (!(one instanceof File) || one.size === 0) return [];
  return [one.type === '' || one.type.startsWith('image/') ? one : new File([' '], one.name, { type: one.type })];
}

addEventListener('push', (event) => {
  const { title, body, tag, url, lang, dir } = event.data.json();
  const icons = { icon: '/icon-512.png', badge: '/icon-512.png' };
  // A notification with the same tag replaces the earlier one without a second sound.
  event.waitUntil(registration.showNotification(title, { body, tag, lang, dir, data: { url }, ...icons }));
});

addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open(new URL(notification.data.url, location.origin)));
});

async function open(url) {
  if (url.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  // An open page navigates by itself, so that it can ask before it discards unsaved changes.
  if (page && (await goesTo(page, url))) await page.focus();
  else await clients.openWindow(url.href);
}

function goesTo(page, { pathname, search }) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patience);
    page.postMessage({ open: pathname + search }, [port2]);
  });
}
