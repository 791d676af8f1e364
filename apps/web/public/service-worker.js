/*
 * Shows what is pushed to this browser, and opens what it is about. It answers no requests: pages and their data always come from the server.
 */
/** Milliseconds in which an open page says that it takes the visitor there. */
const patience = 500;

addEventListener('install', () => skipWaiting());

addEventListener('push', (event) => {
  const { title, body, tag, url, lang, dir } = event.data.json();
  const look = { icon: '/icon-512.png', badge: '/icon-512.png' };
  // What is about the same takes the place of what was there, and makes no second sound.
  event.waitUntil(registration.showNotification(title, { body, tag, lang, dir, data: { url }, ...look }));
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
  // A page that is open goes there by itself, and can ask before it leaves something unsaved.
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
