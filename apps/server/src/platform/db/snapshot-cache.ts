import { boundedCache } from './caches.ts';

/** Milliseconds for which values are cached that time alone can change, such as a badge that ends. */
export const freshFor = 1_000;

/**
 * Caches what the database returned at one snapshot.
 *
 * 1. A query that fills the cache also selects `pg_current_snapshot()`, and its results are stored with that snapshot.
 * 2. PostgreSQL's snapshot changes whenever a transaction that wrote something ends. The same snapshot therefore means the same rows.
 * 3. Every request begins with a query for its viewer, which returns the newest snapshot (`viewer.snapshot`).
 * 4. An entry of that snapshot is as new as the request, whichever node wrote last, and is used without a query.
 * 5. Otherwise the query sends `newest()`. If that is still the snapshot, PostgreSQL returns only the rows that are not cached.
 * 6. Only the primary may be asked. A replica's snapshot does not list transactions that are still running on the primary.
 * 7. Values that change with time but without a write need a short `ttl`, or an end that the query checks.
 */
export interface SnapshotCache<Value> {
  /** The snapshot of the entry stored last; '' before the first. */
  newest(): string;
  get(key: string, snapshot: string | undefined): Value | undefined;
  set(key: string, snapshot: string, value: Value): void;
}

interface Options<Value> {
  max: number;
  /** Milliseconds. */
  ttl: number;
  /** Bytes in all, and of one value. */
  maxSize?: number;
  sizeOf?: (value: Value) => number;
}

export function snapshotCache<Value>(db: object, name: string, { max, ttl, maxSize = 0, sizeOf }: Options<Value>): SnapshotCache<Value> {
  const entries = boundedCache<string, { snapshot: string; value: Value }>(db, name, {
    max,
    ttl,
    maxSize,
    ...(sizeOf && { sizeCalculation: ({ value }) => sizeOf(value) }),
  });
  let newest = '';
  return {
    newest: () => newest,
    get(key, snapshot) {
      const entry = entries.get(key);
      return entry !== undefined && entry.snapshot === snapshot ? entry.value : undefined;
    },
    set(key, snapshot, value) {
      newest = snapshot;
      entries.set(key, { snapshot, value });
    },
  };
}
