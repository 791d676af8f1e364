const page = 'mbari-page';
const prefix = 'mbari-app ';
const besides = ['/favicon.svg', '/avatars/default.svg'];

/**
 * Caches the app's files from the HTTP cache, then the page that refers to them, so that the app opens
 * offline in the same version and language. Caches no member data.
 */
export async function cacheAppFiles(): Promise<void> {
  const build = document.querySelector('[type=module]')?.getAttribute('src');
  if (!build?.startsWith('/assets/')) return;
  const cache = await caches.open(prefix + build);
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
  for (const address of besides) await keepFile(address).catch(() => undefined);
  await last;
  await keepPage(build, keepFile);
  await forgetOlder(prefix + build);
}

/** Stores the page only if it belongs to this build; a newer build stores its own. */
async function keepPage(build: string, keepFile: (address: string) => Promise<void>): Promise<void> {
  const response = await fetch('/', { headers: { accept: 'text/html' } });
  const html = await response.clone().text();
  if (!response.ok || !html.includes(build)) return;
  for (const [, address = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) await keepFile(address);
  await (await caches.open(page)).put('/', response);
}

/** Deletes older caches, except that of the previous build, which another tab may still run. */
async function forgetOlder(currentCache: string): Promise<void> {
  const olderCaches = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== currentCache);
  await Promise.all(olderCaches.slice(0, -1).map((name) => caches.delete(name)));
}
