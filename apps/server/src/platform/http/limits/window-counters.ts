/** How often one key was used in the window that began with its first use. */
interface Window {
  count: number;
  endsAt: number;
}

/** How often a key was used in its window, and the milliseconds that are left of it. */
export interface Count {
  count: number;
  msLeft: number;
}

export interface WindowCounters {
  /** Counts one. */
  add(key: string): Count;
  /** How many there are in the window that runs. */
  countOf(key: string): number;
  /** Keys that are kept now, and those that were dropped before their window had ended. */
  load(): { keys: number; evicted: number };
}

export interface WindowRules {
  /** From so many on a key is used up. */
  limit: number;
  windowMs: number;
  mostKeys: number;
  /** Milliseconds that only ever go forward: a clock set back must not lengthen a window. */
  now: () => number;
}

/** Keys by how often they were used; where room is needed, they go in the order used once, used more often, used up. */
interface Windows {
  usedOnce: Map<string, Window>;
  usedMore: Map<string, Window>;
  usedUp: Map<string, Window>;
}

/**
 * Counts by key in fixed windows, for a bounded number of keys. Where there are more, those used once go first, the oldest before the
 * newer; then those used more often; those that are used up go last. Flooding with new keys therefore frees nobody who has used up a limit.
 */
export function countWindows({ limit, windowMs, mostKeys, now }: WindowRules): WindowCounters {
  const windows: Windows = { usedOnce: new Map(), usedMore: new Map(), usedUp: new Map() };
  const mapFor = (count: number): Map<string, Window> =>
    count >= limit ? windows.usedUp : count > 1 ? windows.usedMore : windows.usedOnce;
  let evicted = 0;
  let sweptAt = now();

  function sweep(at: number, { all }: { all: boolean }): void {
    sweptAt = at;
    removeEnded(windows, at, all);
  }

  return {
    add(key) {
      const at = now();
      if (at - sweptAt >= 1_000) sweep(at, { all: false });
      let window = find(windows, key);
      if (window && window.endsAt <= at) {
        mapFor(window.count).delete(key);
        window = undefined;
      }
      if (!window) {
        if (size(windows) >= mostKeys) {
          sweep(at, { all: true });
          // A hundredth at once: to find the front of a map again and again costs more than to take some from it.
          evicted += evict(windows, mostKeys - Math.ceil(mostKeys / 100));
        }
        window = { count: 0, endsAt: at + windowMs };
      }
      const before = mapFor(window.count);
      window.count += 1;
      const after = mapFor(window.count);
      if (window.count === 1 || before !== after) {
        before.delete(key);
        after.set(key, window);
      }
      return { count: window.count, msLeft: window.endsAt - at };
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

/** Whoever calls often has mostly called before. */
const find = ({ usedOnce, usedMore, usedUp }: Windows, key: string): Window | undefined =>
  usedMore.get(key) ?? usedOnce.get(key) ?? usedUp.get(key);

const size = ({ usedOnce, usedMore, usedUp }: Windows): number => usedOnce.size + usedMore.size + usedUp.size;

/**
 * All windows are equally long: those that began first, which stand in front, are the first to end. But for keys that came to be used
 * more after others: where all that have ended must go, every key is looked at.
 */
function removeEnded(windows: Windows, at: number, all: boolean): void {
  for (const map of inOrderOfLeaving(windows))
    for (const [key, { endsAt }] of map) {
      if (endsAt <= at) map.delete(key);
      else if (!all || map === windows.usedOnce) break;
    }
}

/** Removes keys until no more than `target` are left. Answers how many. */
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
