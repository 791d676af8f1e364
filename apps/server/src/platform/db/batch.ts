import DataLoader from 'dataloader';
import type { Statements } from './database.ts';

/**
 * Collects the keys requested during one turn of the event loop and loads them with one query. Results are not cached.
 * While `maxInFlight` queries are running, further keys wait for the next query.
 */
export function batch<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  maxBatchSize = 200,
  maxInFlight = Infinity,
): (key: Key) => Promise<Value> {
  let inFlight = 0;
  const waiting: (() => void)[] = [];

  async function loadBatch(keys: readonly Key[]): Promise<Value[]> {
    inFlight += 1;
    try {
      return await load(keys as Key[]);
    } finally {
      inFlight -= 1;
      waiting.shift()?.();
    }
  }

  const loader = new DataLoader<Key, Value>(loadBatch, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => setImmediate(() => (inFlight < maxInFlight ? dispatch() : waiting.push(dispatch))),
  });
  return (key) => loader.load(key);
}

/** Like `batch`, for queries that may run on a replica: one batch per database. */
export function batchOn<Key, Value>(
  load: (db: Statements, keys: Key[]) => Promise<Value[]>,
  maxBatchSize?: number,
): (db: Statements, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Statements, (key: Key) => Promise<Value>>();
  return (db, key) => {
    let loader = loaders.get(db);
    if (!loader) loaders.set(db, (loader = batch((keys: Key[]) => load(db, keys), maxBatchSize)));
    return loader(key);
  };
}

type Step = () => Promise<number>;

/** Repeats each step until it returns 0. Each batch is its own transaction, so no lock is held for long. */
export async function inBatches(signal: AbortSignal, ...steps: Step[]): Promise<void> {
  for (const step of steps) {
    do signal.throwIfAborted();
    while ((await step()) > 0);
  }
}
