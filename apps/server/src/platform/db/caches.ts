import { LRUCache } from 'lru-cache';
import { memoryOfMachine } from '../memory.ts';

export interface CacheSize {
  entries?: number;
  bytes?: number;
}

export interface RegisteredCache {
  /** Label in metrics. Caches with the same name are added up. */
  name: string;
  most: CacheSize;
  size: () => CacheSize;
}

const registered = new WeakMap<object, RegisteredCache[]>();

function registerCache(db: object, cache: RegisteredCache): void {
  const caches = registered.get(db) ?? [];
  caches.push(cache);
  registered.set(db, caches);
}

export const cachesOf = (db: object): readonly RegisteredCache[] => registered.get(db) ?? [];

/** Share of the bounds below, which are for 2 GB and more. */
const share = Math.min(1, memoryOfMachine() / 2 ** 31);

/** Creates an LRU cache with metrics. `maxSize` and its `sizeCalculation` count bytes. */
export function boundedCache<Key extends {}, Value extends {}, Context = unknown>(
  db: object,
  name: string,
  bounds: LRUCache.Options<Key, Value, Context>,
): LRUCache<Key, Value, Context> {
  const options = { ...bounds, ...(bounds.maxSize && { maxSize: Math.ceil(bounds.maxSize * share) }) };
  const cache = new LRUCache<Key, Value, Context>(options);
  const sizes = (entries: number | undefined, bytes: number | undefined): CacheSize => ({
    ...(options.max && { entries }),
    ...(options.maxSize && { bytes }),
  });
  registerCache(db, { name, most: sizes(options.max, options.maxSize), size: () => sizes(cache.size, cache.calculatedSize) });
  return cache;
}
