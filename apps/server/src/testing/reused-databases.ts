import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { transformWithOxc } from 'vite';
import { inject, vi } from 'vitest';
import { type Database, openDatabase } from '../platform/db/database.ts';

/** Pools of one application. */
interface Connections {
  db: Database;
  counting: Database;
}

interface ReusedDatabase {
  name: string;
  /** Open connections that no application uses. They keep prepared statements, because planning takes most of PostgreSQL's time in tests. */
  idle: Connections[];
  /** Restores the migrated rows. Returns false if it cannot, because a test changed the schema or analyzed tables. */
  reset: () => Promise<boolean>;
}

const inUse = new Map<string, ReusedDatabase>();
let unused: ReusedDatabase | undefined;

/** Returns the name of a migrated database: the one that this worker's previous file returned, or a new one. */
export async function takeDatabase(): Promise<string> {
  const database = unused ?? (await makeDatabase());
  unused = undefined;
  inUse.set(database.name, database);
  return database.name;
}

/** Throws if a test left a transaction open. */
export async function returnDatabase(name: string): Promise<void> {
  const database = inUse.get(name)!;
  inUse.delete(name);
  if ((await database.reset()) && !unused) {
    unused = database;
    return;
  }
  await Promise.all(database.idle.map(closeConnections));
  await dropDatabase(name);
}

/** Opens the pools of an application, or takes idle ones. */
export function openConnections(to: pg.PoolConfig & { database: string }): Connections {
  // Connections stay open for the next file. Times are generous, because a busy machine is slow.
  const options = { ...to, idleTimeoutMillis: 0, connectionTimeoutMillis: 60_000, lock_timeout: 60_000, statement_timeout: 60_000 };
  const { db, counting } = inUse.get(to.database)?.idle.pop() ?? {
    db: openDatabase(options),
    counting: openDatabase({ ...options, max: 2 }),
  };
  // A copy, because metrics add up the caches of a database object.
  return { db: { ...db }, counting };
}

export async function releaseConnections(name: string, connections: Connections): Promise<void> {
  const idle = inUse.get(name)?.idle;
  // Two applications a file are usual. More would need too many connections.
  if (!idle || idle.length === 2) return closeConnections(connections);
  await connections.db.hints.close();
  idle.push(connections);
}

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

const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/mbari');

/** Builds a worker as JavaScript for every supported Node. Returns its path. */
export const buildTestWorker = (
  name: 'platform/images/images-worker' | 'platform/markdown/markdown-worker' | 'photos/imports/archive-worker',
): Promise<string> => build(path.join(import.meta.dirname, `../${name}.ts`));

async function closeConnections({ db, counting }: Connections): Promise<void> {
  await counting.close();
  await db.close();
}

async function makeDatabase(): Promise<ReusedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(name, { migrated: true });
  // Triggers and foreign keys are off. Only this connection has the setting, because a change of it discards prepared statements.
  const client = new pg.Client({ ...inject('postgres'), database: name, options: '-c session_replication_role=replica' });
  client.on('error', () => undefined);
  await client.connect();
  const migrated = await readMigrated(client);
  return {
    name,
    idle: [],
    async reset() {
      await vi.waitFor(() => requireQuiet(client), { timeout: 5_000 });
      for (const statement of migrated.statements) await client.query(statement);
      return (await readShape(client)) === migrated.shape;
    },
  };
}

async function readMigrated(client: pg.Client): Promise<{ statements: pg.QueryConfig[]; shape: string }> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename <> 'migrations'`,
  );
  const contents = tables.map(({ name }) => `select '${name}' as name, json_agg(t)::text as rows from ${name} t`);
  const { rows: filled } = await client.query<{ name: string; rows: string }>(
    `select * from (${contents.join(' union all ')}) c where rows is not null`,
  );
  const deletes = tables.map(({ name }, n) => `d${n} as (delete from ${name})`);
  const inserts = filled.map(
    ({ name }, n) => `i${n} as (insert into ${name} select * from json_populate_recordset(null::${name}, $${n + 1}))`,
  );
  return {
    // Deletes, because `truncate` would discard prepared statements.
    statements: [
      { name: 'empty', text: `with ${deletes.join(', ')} select` },
      { name: 'fill', text: `with ${inserts.join(', ')} select`, values: filled.map(({ rows }) => rows) },
    ],
    shape: await readShape(client),
  };
}

/** Returns what a reset cannot restore: the catalogue, and the size of tables that a test analyzed. */
async function readShape(client: pg.Client): Promise<string> {
  const catalogues = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_namespace', 'pg_proc', 'pg_trigger', 'pg_db_role_setting'];
  const sums = catalogues.map((name) => `(select sum(xmin::text::bigint) from ${name})`);
  const analyzed = `(select sum(reltuples) from pg_class where relnamespace = 'public'::regnamespace)`;
  const { rows } = await client.query<{ shape: string }>({
    name: 'shape',
    text: `select concat_ws(' ', ${[...sums, analyzed].join()}) as shape`,
  });
  return rows[0]!.shape;
}

async function requireQuiet(client: pg.Client): Promise<void> {
  const { rows } = await client.query({
    name: 'busy',
    text: `select state, left(query, 200) as query from pg_stat_activity a
            where datname = current_database() and pid <> pg_backend_pid()
              and (state <> 'idle' or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`,
  });
  if (rows.length > 0) throw new Error(`This file left statements, transactions or advisory locks open: ${JSON.stringify(rows)}`);
}

/** Opens one connection for all files of a worker. */
async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('postgresAdmin'), database: 'postgres' });
  client.on('error', () => (admin = undefined));
  await client.connect();
  return client;
}

const contract = path.join(import.meta.dirname, '../../../../packages/contract/src');

/** Builds a worker and its own imports. File names contain a hash of the code. */
async function build(source: string): Promise<string> {
  let { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  for (const [, name = ''] of code.matchAll(/from "(\.[^"]+\.ts|@mbari\/contract\/[^"]+)"/g)) {
    const file = name.startsWith('.') ? path.join(path.dirname(source), name) : `${name.replace('@mbari/contract', contract)}.ts`;
    code = code.replaceAll(`"${name}"`, `"./${path.basename(await build(file))}"`);
  }
  const program = path.join(folder, `${path.basename(source, '.ts')}-${createHash('sha1').update(code).digest('hex')}.mjs`);
  const draft = `${program}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(draft, code);
  await rename(draft, program);
  return program;
}
