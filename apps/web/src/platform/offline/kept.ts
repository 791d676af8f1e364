/** What a browser keeps for when the line is away. The names are the worker's, too: public/service-worker.js. */
export const keptAnswers = 'mbari-kept';
export const keptImages = 'mbari-pictures';

/** With when it was kept, and for whom: whoever reads it looks. */
export async function keep(cacheName: string, address: string, body: Blob | string, headers: Record<string, string>): Promise<void> {
  const cache = await caches.open(cacheName);
  // What is kept anew becomes the newest.
  await cache.delete(address);
  await cache.put(address, new Response(body, { headers: { ...headers, 'x-kept-at': String(Date.now()) } }));
}

/** Removes the oldest until no more than so many, and so many bytes, are left. */
export async function bound(cacheName: string, most: { count: number; bytes: number }): Promise<void> {
  const cache = await caches.open(cacheName);
  let [count, bytes] = [0, 0];
  for (const request of (await cache.keys()).toReversed()) {
    const response = await cache.match(request);
    count += 1;
    bytes += Number(response?.headers.get('x-bytes'));
    if (count > most.count || bytes > most.bytes) await cache.delete(request);
  }
}
