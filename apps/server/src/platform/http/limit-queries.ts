import type { Statements } from '../db/database.ts';

interface CountRow {
  count: number;
  ms_left: number;
}

/** Counts one use in the current window or starts a new window. Concurrent calls get different numbers. */
export const addToWindow = (db: Statements, key: string, windowMs: number): Promise<CountRow | undefined> =>
  db.row(
    `insert into rate_limits as r (key, count, ends_at) values ($1, 1, now() + $2 * interval '1 millisecond')
     on conflict (key) do update
       set count = case when r.ends_at > now() then r.count + 1 else 1 end,
           ends_at = case when r.ends_at > now() then r.ends_at else excluded.ends_at end
     returning count, (extract(epoch from ends_at - now()) * 1000)::float8 as ms_left`,
    [key, windowMs],
  );

export async function countInWindow(db: Statements, key: string): Promise<number> {
  const row = await db.row<{ count: number }>('select count from rate_limits where key = $1 and ends_at > now()', [key]);
  return row?.count ?? 0;
}

export const removeEndedWindows = (db: Statements): Promise<number> =>
  db.run(
    `delete from rate_limits where key in
       (select key from rate_limits where ends_at < now() order by ends_at limit 50000 for update skip locked)`,
  );
