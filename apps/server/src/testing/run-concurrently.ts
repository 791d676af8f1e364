import { expect } from 'vitest';
import type { TestAnswer, TestApp } from './app.ts';

/** Runs the work for each item with limited concurrency. Returns the results in the order of the items. */
export async function runConcurrently<Item, Answer>(
  items: readonly Item[],
  count: number,
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) answers[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return answers;
}

type Run = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Starts a call between the two halves of a concurrent transaction. Expects the call to wait, finishes the transaction and returns the answer. */
export async function whileChanging<Answer>(
  app: TestApp,
  call: () => Promise<Answer>,
  first: (run: Run) => unknown,
  second: (run: Run) => unknown,
): Promise<Answer> {
  const otherPoolClient = await app.db.pool.connect();
  const run: Run = (sql, values) => otherPoolClient.query(sql, values);
  try {
    await run('begin');
    await first(run);
    const calling = call();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // Password hashing is slow on a busy machine.
    await expect.poll(async () => (await app.db.pool.query(waiting)).rowCount, { timeout: 8_000 }).toBe(1);
    await second(run);
    await run('commit');
    return await calling;
  } finally {
    await run('rollback');
    otherPoolClient.release();
  }
}

/** Makes a call whose member's password is reset after the access check and before the write. */
export const whileResetting = (app: TestApp, { id }: { id: string }, call: () => Promise<TestAnswer>): Promise<TestAnswer> =>
  whileChanging(
    app,
    call,
    (run) => run('update members set password_hash = null where id = $1', [id]),
    (run) => run('delete from sessions where member_id = $1', [id]),
  );

/** Returns the number of statements that wait for a lock in the test's database. */
export const waitingFor = async ({ db }: Pick<TestApp, 'db'>): Promise<number> =>
  (
    await db.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    )
  ).length;
