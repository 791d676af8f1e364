import type pg from 'pg';

/** Somebody waits for the answer: what takes longer is given up, and asked for again. */
export const requestTimeouts = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Nobody waits for jobs and commands, and a sweep reads far. */
export const jobTimeouts = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

/** A connection for what takes as long as it takes, such as migrations and backups, whatever the server or the role say. */
export const withoutTimeouts = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  options: `${connection.options ?? ''} -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`.trim(),
});
