import type { Secrets } from '../../adapters/secrets.ts';
import type { Statements } from '../../db/database.ts';
import type { Task } from '../../jobs/task.ts';
import { addToWindow, countInWindow, removeEndedWindows } from './queries.ts';
import type { SharedCounters } from './rate-limits.ts';

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
