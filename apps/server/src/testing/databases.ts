import pg from 'pg';
import { inject } from 'vitest';

/** An empty database of the application's role, or a copy of the migrated one. */
export async function createDatabase(name: string, { migrated = false } = {}): Promise<void> {
  await asAdmin(`create database ${name} owner ${inject('postgres').user!} ${migrated ? 'template mbari' : ''}`);
}

export async function dropDatabase(name: string): Promise<void> {
  await asAdmin(`drop database ${name} with (force)`);
}

/** As PostgreSQL's superuser, or whoever may make databases on the server that the tests were given. */
export async function asAdmin(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...inject('postgresAdmin'), database: 'postgres' });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
