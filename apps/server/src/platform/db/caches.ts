/** How much a cache holds, or may hold at most: things, bytes, or both. */
export interface CacheSize {
  entries?: number;
  bytes?: number;
}

/** What a process remembers, or keeps on its disk. */
export interface KnownCache {
  /** For the operator's figures; caches of one name are told of together. */
  name: string;
  most: CacheSize;
  size: () => CacheSize;
}

const known = new WeakMap<object, KnownCache[]>();

/** Names a cache of what this database answered, which lives as long as the database's pool does. */
export function nameCache(db: object, cache: KnownCache): void {
  const caches = known.get(db) ?? [];
  caches.push(cache);
  known.set(db, caches);
}

export const cachesOf = (db: object): readonly KnownCache[] => known.get(db) ?? [];
