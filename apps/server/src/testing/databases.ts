import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database or a copy of the migrated one. `file_copy` is cheaper than logging each page. */
export async function createDatabase(name: string, { migrated = false } = {}): Promise<void> {
  await asAdmin(`create database ${name} owner ${inject('postgres').user!} ${migrated ? 'template mbari' : ''} strategy file_copy`);
}

export async function dropDatabase(name: string): Promise<void> {
  await asAdmin(`drop database ${name} with (force)`);
}

/** Opens a pool that ignores connections closed by dropping the database. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...(inject('postgres') as pg.PoolConfig), ...options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

let admin: Promise<pg.Client> | undefined;

/** Runs a statement as superuser, or as the user of TEST_DATABASE_URL. */
export async function asAdmin(sql: string): Promise<pg.QueryResult> {
  return (await (admin ??= connectAdmin())).query(sql);
}

/** Opens one connection for all files of a worker. */
async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('postgresAdmin'), database: 'postgres' });
  client.on('error', () => (admin = undefined));
  await client.connect();
  return client;
}
