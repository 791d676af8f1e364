import { Gauge, type Metric } from 'prom-client';
import type { Context } from '../context.ts';
import { type CacheSize, cachesOf, type RegisteredCache } from '../db/caches.ts';

export function cacheMetrics(context: Context): Metric[] {
  const gauge = (name: string, help: string, read: (cache: RegisteredCache) => number | undefined): Metric =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [],
      collect() {
        this.reset();
        for (const cache of allOf(context)) {
          const figure = read(cache);
          if (figure !== undefined) this.inc({ cache: cache.name }, figure);
        }
      },
    });
  const of = (field: keyof CacheSize) => ({
    now: (cache: RegisteredCache): number | undefined => cache.size()[field],
    most: (cache: RegisteredCache): number | undefined => cache.most[field],
  });
  const [entries, bytes] = [of('entries'), of('bytes')];
  return [
    gauge('mbari_cache_entries', 'Entries in a cache of this process.', entries.now),
    gauge('mbari_cache_entries_limit', 'Largest number of entries in a cache.', entries.most),
    gauge('mbari_cache_bytes', 'Bytes in a cache of this process, if it counts them.', bytes.now),
    gauge('mbari_cache_bytes_limit', 'Largest number of bytes in a cache.', bytes.most),
  ];
}

function allOf({ db, store: { cached } }: Context): RegisteredCache[] {
  return cached ? [...cachesOf(db), cached] : [...cachesOf(db)];
}
