import { boundedCache } from './caches.ts';

/** Time to live in milliseconds of values that change with time alone, such as a badge that ends. */
export const freshFor = 1_000;

/**
 * Caches query results by database snapshot.
 *
 * 1. The query that fills the cache also selects `pg_current_snapshot()`.
 * 2. The snapshot changes whenever a writing transaction ends, so the same snapshot means the same rows.
 * 3. Every request begins with a query for its viewer, which returns the newest snapshot (`viewer.snapshot`).
 * 4. An entry of that snapshot is used without a query, whichever node wrote last.
 * 5. Otherwise the query sends `newest()`. If the snapshot is unchanged, PostgreSQL returns only the rows that are not cached.
 * 6. Only the primary may be asked. A replica's snapshot does not list transactions that are still running on the primary.
 * 7. Values that change with time need a short `ttl`, or an end time that the query checks.
 */
interface SnapshotCache<Value> {
  newest(): string;
  get(key: string, snapshot: string | undefined): Value | undefined;
  set(key: string, snapshot: string, value: Value): void;
}

interface Options<Value> {
  max: number;
  ttl: number;
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
