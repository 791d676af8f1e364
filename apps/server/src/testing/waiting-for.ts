import type { TestApp } from './app.ts';

/** Returns the number of statements that wait for a lock in the test's database. */
export const waitingFor = async ({ db }: Pick<TestApp, 'db'>): Promise<number> =>
  (
    await db.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    )
  ).length;
