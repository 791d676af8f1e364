import type { Secrets } from '../../adapters/secrets.ts';
import type { Statements } from '../../db/database.ts';
import type { Task } from '../../jobs/task.ts';
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

interface CountRow {
  count: number;
  ms_left: number;
}

/** Counts one in the current window or starts a new one. Concurrent calls get different numbers. */
const addToWindow = (db: Statements, key: string, windowMs: number): Promise<CountRow | undefined> =>
  db.row(
    `insert into rate_limits as r (key, count, ends_at) values ($1, 1, now() + $2 * interval '1 millisecond')
     on conflict (key) do update
       set count = case when r.ends_at > now() then r.count + 1 else 1 end,
           ends_at = case when r.ends_at > now() then r.ends_at else excluded.ends_at end
     returning count, (extract(epoch from ends_at - now()) * 1000)::float8 as ms_left`,
    [key, windowMs],
  );

async function countInWindow(db: Statements, key: string): Promise<number> {
  const row = await db.row<{ count: number }>('select count from rate_limits where key = $1 and ends_at > now()', [key]);
  return row?.count ?? 0;
}

export const removeEndedWindows = (db: Statements): Promise<number> =>
  db.run(
    `delete from rate_limits where key in
       (select key from rate_limits where ends_at < now() order by ends_at limit 50000 for update skip locked)`,
  );

export const sweepRateLimits: Task = async (_payload, { context }) => {
  const windows = await removeEndedWindows(context.db);
  if (windows > 0) context.log.debug({ windows }, 'deleted ended rate limit windows');
};
