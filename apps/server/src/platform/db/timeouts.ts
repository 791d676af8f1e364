import type pg from 'pg';

/** Limits for requests. A statement beyond them is cancelled, and the client retries. */
export const requestTimeouts = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Set explicitly, so that the server's and the role's own settings do not matter. */
export const requestSettings = { random_page_cost: '1.1', plan_cache_mode: 'force_generic_plan', timezone: 'UTC' };

/** Limits for jobs and commands, whose sweeps read many rows. */
export const jobTimeouts = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

export const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export const withoutTimeouts = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  options: `${connection.options ?? ''} -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`.trim(),
});
