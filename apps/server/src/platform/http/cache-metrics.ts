import { Gauge, type Metric } from 'prom-client';
import type { Context } from '../context.ts';
import { type CacheSize, cachesOf, type KnownCache } from '../db/caches.ts';

export function cacheMetrics(context: Context): Metric[] {
  const gauge = (name: string, help: string, read: (cache: KnownCache) => number | undefined): Metric =>
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
  const of = (what: keyof CacheSize) => ({
    now: (cache: KnownCache): number | undefined => cache.size()[what],
    most: (cache: KnownCache): number | undefined => cache.most[what],
  });
  const [entries, bytes] = [of('entries'), of('bytes')];
  return [
    gauge('mbari_cache_entries', 'Things that a cache of this process holds.', entries.now),
    gauge('mbari_cache_entries_limit', 'How many things a cache holds at most.', entries.most),
    gauge('mbari_cache_bytes', 'Bytes that a cache of this process holds, where it weighs them.', bytes.now),
    gauge('mbari_cache_bytes_limit', 'How many bytes a cache holds at most.', bytes.most),
  ];
}

function allOf({ db, store: { cached } }: Context): KnownCache[] {
  return cached ? [...cachesOf(db), cached] : [...cachesOf(db)];
}
