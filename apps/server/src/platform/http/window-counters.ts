import type { Secrets } from '../adapters/secrets.ts';
import type { Statements } from '../db/database.ts';
import type { Task } from '../jobs/add-job.ts';
import { addToWindow, countInWindow, removeEndedWindows } from './limit-queries.ts';
import type { SharedCounters } from './rate-limits.ts';

interface Window {
  count: number;
  endsAt: number;
}

export interface Count {
  count: number;
  msLeft: number;
}

export interface WindowCounters {
  add(key: string): Count;
  countOf(key: string): number;
  load(): { keys: number; evicted: number };
}

export interface WindowRules {
  limit: number;
  windowMs: number;
  mostKeys: number;
  /** Monotonic milliseconds: a clock set back must not lengthen a window. */
  now: () => number;
}

interface Windows {
  usedOnce: Map<string, Window>;
  usedMore: Map<string, Window>;
  usedUp: Map<string, Window>;
}

/**
 * Counts by key in fixed windows, for a bounded number of keys. Keys used once are evicted first, used-up keys last,
 * so a flood of new keys frees nobody who has used up a limit.
 */
export function countWindows({ limit, windowMs, mostKeys, now }: WindowRules): WindowCounters {
  const windows: Windows = { usedOnce: new Map(), usedMore: new Map(), usedUp: new Map() };
  const mapFor = (count: number): Map<string, Window> =>
    count >= limit ? windows.usedUp : count > 1 ? windows.usedMore : windows.usedOnce;
  let evicted = 0;
  let sweptAt = now();

  function sweep(time: number, { all }: { all: boolean }): void {
    sweptAt = time;
    removeEnded(windows, time, all);
  }

  return {
    add(key) {
      const time = now();
      if (time - sweptAt >= 1_000) sweep(time, { all: false });
      let window = find(windows, key);
      if (window && window.endsAt <= time) {
        mapFor(window.count).delete(key);
        window = undefined;
      }
      if (!window) {
        if (size(windows) >= mostKeys) {
          sweep(time, { all: true });
          // Evicts 1 % in one go, because reaching the front of a map for each key is slow.
          evicted += evict(windows, mostKeys - Math.ceil(mostKeys / 100));
        }
        window = { count: 0, endsAt: time + windowMs };
      }
      const before = mapFor(window.count);
      window.count += 1;
      const after = mapFor(window.count);
      if (window.count === 1 || before !== after) {
        before.delete(key);
        after.set(key, window);
      }
      return { count: window.count, msLeft: window.endsAt - time };
    },
    countOf(key) {
      const window = find(windows, key);
      return window && window.endsAt > now() ? window.count : 0;
    },
    load() {
      sweep(now(), { all: true });
      return { keys: size(windows), evicted };
    },
  };
}

const inOrderOfLeaving = ({ usedOnce, usedMore, usedUp }: Windows): Map<string, Window>[] => [usedOnce, usedMore, usedUp];

const find = ({ usedOnce, usedMore, usedUp }: Windows, key: string): Window | undefined =>
  usedMore.get(key) ?? usedOnce.get(key) ?? usedUp.get(key);

const size = ({ usedOnce, usedMore, usedUp }: Windows): number => usedOnce.size + usedMore.size + usedUp.size;

/** Deletes ended windows. `usedOnce` is sorted by end; other maps may not be, so `all` checks all their keys. */
function removeEnded(windows: Windows, time: number, all: boolean): void {
  for (const map of inOrderOfLeaving(windows))
    for (const [key, { endsAt }] of map) {
      if (endsAt <= time) map.delete(key);
      else if (!all || map === windows.usedOnce) break;
    }
}

function evict(windows: Windows, target: number): number {
  let evicted = 0;
  for (const map of inOrderOfLeaving(windows))
    for (const key of map.keys()) {
      if (size(windows) <= target) return evicted;
      map.delete(key);
      evicted += 1;
    }
  return evicted;
}

/**
 * Counts in the database for all nodes. `db` needs its own pool, because a limit may be spent inside a transaction, and a second connection of the same
 * pool could deadlock. Keys are stored as keyed hashes.
 */
export function openSharedCounters(db: Statements, secrets: Secrets): SharedCounters {
  const hashedKey = (name: string, key: string): string => secrets.sign('rate limit', `${name}\n${key}`);
  return {
    async add(name, key, windowMs) {
      const row = await addToWindow(db, hashedKey(name, key), windowMs);
      return { count: row?.count ?? 1, msLeft: row?.ms_left ?? windowMs };
    },
    countOf: (name, key) => countInWindow(db, hashedKey(name, key)),
  };
}

export const sweepRateLimits: Task = async (_payload, { context }) => {
  const windows = await removeEndedWindows(context.db);
  if (windows > 0) context.log.debug({ windows }, 'deleted ended rate limit windows');
};
