import type pg from 'pg';

/** Somebody waits for the answer: what takes longer is given up, and asked for again. */
export const requestTimeouts = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Rows are found by index, a statement is planned once, and days are those of UTC, whatever the server or the role say. */
export const requestSettings = { random_page_cost: '1.1', plan_cache_mode: 'force_generic_plan', timezone: 'UTC' };

/** Nobody waits for jobs and commands, and a sweep reads far. */
export const jobTimeouts = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

export const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** A connection for what takes as long as it takes, such as migrations and backups, whatever the server or the role say. */
export const withoutTimeouts = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  options: `${connection.options ?? ''} -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`.trim(),
});
