import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { requireUsable } from './state.ts';
import { withoutTimeouts } from './timeouts.ts';

const ours = path.join(import.meta.dirname, '../../migrations');
const lock = 7_220_301;

/** Sees that the server can be relied upon, and brings the schema up to date. Answers the names of the migrations run. */
export async function bringUpToDate(connection: pg.PoolConfig): Promise<string[]> {
  const pool = new pg.Pool({ ...withoutTimeouts(connection), max: 2 });
  ignoreLostConnections(pool);
  try {
    await requireUsable(pool);
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Brings the schema up to date: each file once, in order, in its own transaction together with its record, under one lock.
 * Killed at any moment, the next run goes on where it stood. Answers the names run.
 */
export async function migrate(pool: pg.Pool, folder = ours): Promise<string[]> {
  // One is kept for the lock all the while; the job queue's own migrations need another.
  if (pool.options.max < 2) throw new Error('Migrating needs a pool of two connections or more.');
  ignoreLostConnections(pool);
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists migrations (name text collate "C" primary key, checksum text not null, ran_at timestamptz not null default now())',
    );
    const known = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const done = new Map(known.rows.map((row) => [row.name, row.checksum]));
    const unknown = [...done.keys()].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new Error(`The database is newer than this program (${unknown.join(', ')}). Start the version that ran last, or a newer one.`);

    const ran: string[] = [];
    for (const name of files) {
      const sql = await readFile(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      if (done.get(name) === checksum) continue;
      if (done.has(name))
        throw new Error(`Migration ${name} was changed after it ran. Migrations are append-only: restore the file and write a new one.`);
      await runFile(client, { name, sql, checksum });
      ran.push(name);
    }
    await migrateJobs({ pgPool: pool });
    return ran;
  } finally {
    // Closing the connection gives the lock back, whatever state the connection is in.
    client.release(true);
  }
}

/** Files that have not run yet. Writes nothing. */
export async function listPending(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(ours)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  const made = await pool.query(`select to_regclass('migrations') is not null as there`);
  if (made.rows[0]?.there !== true) return files;
  const done = await pool.query<{ name: string }>('select name from migrations');
  return files.filter((name) => !done.rows.some((row) => row.name === name));
}

async function runFile(client: pg.PoolClient, { name, sql, checksum }: { name: string; sql: string; checksum: string }): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** A lost connection fails the statement it carried, which is where it is dealt with; unheard, it would end the process too. */
function ignoreLostConnections(pool: pg.Pool): void {
  if (pool.listenerCount('error') === 0) pool.on('error', () => undefined);
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => client.on('error', () => undefined));
}
