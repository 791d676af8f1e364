import pg from 'pg';
import type { Statements } from '../platform/db/database.ts';
import type { TestApp } from './app.ts';

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
