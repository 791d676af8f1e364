const page = 'mbari-page';
const prefix = 'mbari-app ';
const besides = ['/favicon.svg', '/avatars/default.svg'];

/**
 * Keeps the app's own files, as they are loaded, out of the browser's cache, then the page that names them: without a line the app opens as it was
 * last, in the language that it had. Nothing of a member is in it.
 */
export async function keepFrame(): Promise<void> {
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

/** Only one that belongs to the files that are here: after an upgrade the new one keeps its own. */
async function keepPage(build: string, keepFile: (address: string) => Promise<void>): Promise<void> {
  const response = await fetch('/', { headers: { accept: 'text/html' } });
  const html = await response.clone().text();
  if (!response.ok || !html.includes(build)) return;
  for (const [, address = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) await keepFile(address);
  await (await caches.open(page)).put('/', response);
}

/** Another tab may still show the version before. */
async function forgetOlder(own: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}
