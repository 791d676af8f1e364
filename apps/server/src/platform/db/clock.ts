import type pg from 'pg';

/** Largest tolerated clock difference in milliseconds. Beyond it one-time codes fail, links expire early and posts are out of order. */
export const clockTolerance = 1_000;

/** Returns the milliseconds by which this node's clock is ahead of the database's; negative if behind. Accurate to half the query time. */
export async function clockAhead(pool: Pick<pg.Pool, 'query'>, now: () => number = Date.now): Promise<number> {
  const start = now();
  const { rows } = await pool.query<{ time: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as time');
  return Math.round((start + now()) / 2 - (rows[0]?.time ?? start));
}

export const describeClockDifference = (ahead: number): string =>
  `This machine's clock is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Set both by NTP.`;

const checkEvery = 10 * 60_000;

/** Warns now and every ten minutes if the clocks differ too much. */
export function watchClock(pool: Pick<pg.Pool, 'query'>, warn: (text: string) => void): { stop: () => void } {
  const check = async (): Promise<void> => {
    const ahead = await clockAhead(pool).catch(() => 0);
    if (Math.abs(ahead) > clockTolerance) warn(describeClockDifference(ahead));
  };
  void check();
  const timer = setInterval(check, checkEvery).unref();
  return { stop: () => clearInterval(timer) };
}
