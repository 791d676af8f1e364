import type { TestApp } from './app.ts';

/**
 * Extends the grace period of a used refresh cookie from five seconds to an hour, for concurrent requests. Returns a function that undoes
 * this.
 */
export async function keepSessionsFresh({ db }: TestApp): Promise<() => Promise<void>> {
  await db.pool.query(
    `create function keep_fresh() returns trigger language plpgsql as
       $$ begin new.refreshed_at = new.refreshed_at + interval '1 hour'; return new; end $$;
     create trigger keep_fresh before update on sessions
       for each row when (new.refreshed_at is distinct from old.refreshed_at) execute function keep_fresh()`,
  );
  return async () => void (await db.pool.query('drop function keep_fresh() cascade'));
}
