import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Config } from '../platform/config.ts';
import { asAdmin, dropDatabase } from './databases.ts';

export interface EmptyDatabase {
  database: Extract<Config['database'], { kind: 'server' }>;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates an empty database on the test server. Its owner has no other privileges. Its URL contains a password, like an operator's. */
export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const server = inject('postgres');
  await asAdmin(`create role ${name} login password 'plain'`);
  await asAdmin(`create database ${name} owner ${name}`);
  const address = new URL(`postgres://${name}:plain@localhost/${name}`);
  address.searchParams.set('host', server.host ?? 'localhost');
  address.searchParams.set('port', String(server.port));
  const pool = new pg.Pool({ connectionString: address.href, max: 3, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  return {
    database: { kind: 'server', url: address.href, directUrl: null },
    pool,
    async drop() {
      await pool.end();
      await dropDatabase(name);
      await asAdmin(`drop role ${name}`);
    },
  };
}

/**
 * Returns the content of each table, including generated columns, in a stable order. Transaction ids are omitted because they differ between
 * clusters.
 */
export async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string; transactions: string[] }>(
    `select relname::text as name,
            array(select attname::text from pg_attribute where attrelid = c.oid and atttypid = 'xid8'::regtype and attnum > 0) as transactions
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'`,
  );
  const contents: Record<string, string> = {};
  for (const { name, transactions } of tables) {
    // Sorted by name, because a migrated table may have its columns in another order.
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(r) - $1::text[])::text, 0)::numeric), 0) as n from ${name} r`,
      [transactions],
    );
    contents[name] = rows[0]!.n;
  }
  return contents;
}
