import type pg from 'pg';

/** From so many milliseconds on, times of this node and of others do not fit together: codes of apps fail, links end early, posts stand out of order. */
export const clockTolerance = 1_000;

/** By how many milliseconds this node's clock is ahead of the database's, which all nodes share; behind is negative. Right to half the time that asking takes. */
export async function clockAhead(pool: Pick<pg.Pool, 'query'>, now: () => number = Date.now): Promise<number> {
  const asked = now();
  const { rows } = await pool.query<{ time: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as time');
  return Math.round((asked + now()) / 2 - (rows[0]?.time ?? asked));
}

export const sayClock = (ahead: number): string =>
  `This machine's clock is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Let both be set by NTP.`;

const checkEvery = 10 * 60_000;

/** Tells at once, and whenever it is looked at again every ten minutes, where the clocks do not fit together. */
export function watchClock(pool: Pick<pg.Pool, 'query'>, warn: (text: string) => void): { stop: () => void } {
  const check = async (): Promise<void> => {
    // Where the database is away, others say so.
    const ahead = await clockAhead(pool).catch(() => 0);
    if (Math.abs(ahead) > clockTolerance) warn(sayClock(ahead));
  };
  void check();
  const timer = setInterval(check, checkEvery).unref();
  return { stop: () => clearInterval(timer) };
}
