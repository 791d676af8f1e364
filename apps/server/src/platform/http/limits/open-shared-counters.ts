import type { Secrets } from '../../adapters/secrets.ts';
import type { Statements } from '../../db/database.ts';
import { addToWindow, countInWindow } from './queries.ts';
import type { SharedCounters } from './rate-limits.ts';

/**
 * Counts in the database, for all nodes. `db` is a pool of its own: a limit may be spent in the middle of a transaction, and who holds a connection
 * must not wait for a second one of the same pool. Addresses of people are kept as what only this installation can make of them.
 */
export function openSharedCounters(db: Statements, secrets: Secrets): SharedCounters {
  const kept = (name: string, key: string): string => secrets.sign('rate limit', `${name}\n${key}`);
  return {
    async add(name, key, windowMs) {
      const row = await addToWindow(db, kept(name, key), windowMs);
      return { count: row?.count ?? 1, msLeft: row?.ms_left ?? windowMs };
    },
    countOf: (name, key) => countInWindow(db, kept(name, key)),
  };
}
