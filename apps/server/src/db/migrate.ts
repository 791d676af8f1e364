import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';

const folder = path.join(import.meta.dirname, '../../migrations');
const lock = 7_220_301;

/** Brings the schema up to date: each file once, in order, in its own transaction with its record, under one lock. Answers the names run. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-?_?.*\.sql$/.test(name)).sort();
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query('create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())');
    const done = new Map((await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows.map((row) => [row.name, row.checksum]));
    for (const name of files) {
      const sql = await readFile(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = done.get(name);
      if (known === checksum) continue;
      if (known !== undefined) throw new Error(`Migration ${name} was changed after it ran. Migrations are append-only: restore the file and write a new one.`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(name);
    }
    await migrateJobs({ pgPool: pool });
    return ran;
  } finally {
    client.release(true);
  }
}
