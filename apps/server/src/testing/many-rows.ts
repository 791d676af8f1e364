import type { TestApp } from './app.ts';

/** Returns SQL for the id of row `n` of a kind. */
export const rowId = (kind: number, n: string): string => `('019a000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Returns SQL that adds plain members, with ids of kind 1. */
export const addMemberRows = (count: number): string =>
  `insert into members (id, username, name, email)
   select ${rowId(1, 'n')}, 'member_' || n, 'Member', n || '@example.test' from generate_series(1, ${count}) n`;

/** Runs the statements without triggers and foreign keys, so that a hundred thousand rows take a second, and analyzes the tables. Counters are not updated. */
export async function addManyRows({ db }: Pick<TestApp, 'db'>, statements: readonly string[]): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
