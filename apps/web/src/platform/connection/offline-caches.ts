/** Stores a response with the time, because `service-worker.js` ignores old entries. */
export async function storeResponse(
  cacheName: string,
  address: string,
  body: Blob | string,
  headers: Record<string, string>,
): Promise<void> {
  const cache = await caches.open(cacheName);
  // Moves an updated entry to the end, so that it is the newest.
  await cache.delete(address);
  await cache.put(address, new Response(body, { headers: { ...headers, 'x-kept-at': String(Date.now()) } }));
}

/** Evicts the oldest entries until both limits hold. */
export async function evictOldest(cacheName: string, most: { count: number; bytes: number }): Promise<void> {
  const cache = await caches.open(cacheName);
  let [count, bytes] = [0, 0];
  for (const request of (await cache.keys()).toReversed()) {
    const response = await cache.match(request);
    count += 1;
    bytes += Number(response?.headers.get('x-bytes'));
    if (count > most.count || bytes > most.bytes) await cache.delete(request);
  }
}
