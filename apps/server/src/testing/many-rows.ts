import pg from 'pg';
import type { Statements } from '../platform/db/database.ts';
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

/** Explains statements instead of running them, with generic and custom plans. */
export function explaining({ db }: Pick<TestApp, 'db'>, plans: string[]): Statements {
  const explain = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
    const client = await db.pool.connect();
    try {
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`);
        await client.query(`prepare asked as ${sql}`);
        const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked${parameters}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        await client.query('deallocate asked');
      }
    } finally {
      client.release(true);
    }
  };
  return {
    rows: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => (await explain(sql, values), [] as Row[]),
    row: async (sql, values) => (await explain(sql, values), undefined),
    run: async (sql, values) => (await explain(sql, values), 0),
    hint: () => undefined,
  };
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join()}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
