import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { requireSession, withoutTimeouts } from './connect.ts';
import { requireUsable } from './state.ts';

const migrationsFolder = path.join(import.meta.dirname, '../../../migrations');
/** Advisory lock: exclusive for schema changes, shared for work that needs a stable schema, such as a backup. */
export const migrationLock = 7_220_301;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The previous version may keep running and start on the new schema, because the migration only adds to it. */
  olderMayRun?: boolean;
}

const saysOlderMayRun = /^-- The version before may run on this\.$/m;

type Report = (text: string) => void;

export async function listMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), olderMayRun: saysOlderMayRun.test(sql) };
    }),
  );
}

/** Checks the server's settings and migrates the schema. Returns the names of the migrations that ran. */
export async function migrateDatabase(connection: pg.PoolConfig, report?: Report, folder = migrationsFolder): Promise<string[]> {
  await requireSession(connection);
  const pool = new pg.Pool({ application_name: 'mbari start', ...withoutTimeouts(connection), max: 2 });
  ignoreLostConnections(pool);
  try {
    await requireUsable(pool);
    return await migrate(pool, folder, report);
  } finally {
    await pool.end();
  }
}

/**
 * Runs each new file once, in order, in a transaction with its row in `migrations`, under one lock. The next run continues after an
 * interruption. Returns the names of the files that ran.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder, report: Report = () => undefined): Promise<string[]> {
  // One connection holds the lock; the job queue's own migrations need another.
  if (pool.options.max < 2) throw new Error('Migrating needs a pool of two connections or more.');
  ignoreLostConnections(pool);
  const migrations = await listMigrations(folder);
  const client = await pool.connect();
  try {
    await takeLock(client, pool, report);
    await makeMigrationsTable(client);
    const { rows } = await client.query<Ran>('select name, checksum, older_may_run from migrations order by name');
    const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
    reportNewer(
      rows.filter(({ name }) => !migrations.some((migration) => migration.name === name)),
      report,
    );

    const ran: string[] = [];
    for (const migration of migrations) {
      const { name, checksum } = migration;
      if (checksums.get(name) === checksum) continue;
      if (checksums.has(name))
        throw new Error(`Migration ${name} was changed after it ran. Migrations are append-only: restore the file and write a new one.`);
      await runAlone(client, migration);
      ran.push(name);
    }
    await migrateJobQueue(pool);
    return ran;
  } finally {
    // Closing the connection always releases the lock.
    client.release(true);
  }
}

interface Ran {
  name: string;
  checksum: string;
  older_may_run: boolean;
}

/** Warns if the database has newer migrations, which happens during a rollout. Throws if this version cannot run on them. */
function reportNewer(unknown: readonly Ran[], report: Report): void {
  if (unknown.length === 0) return;
  const names = unknown.map(({ name }) => name).join(', ');
  if (unknown.some(({ older_may_run }) => !older_may_run))
    throw new Error(`The database is newer than this program (${names}). Start the version that ran last, or a newer one.`);
  report(`The database is newer than this program (${names}), which may run on it until it is upgraded, too.`);
}

const silentMs = 1_500;

async function takeLock(client: pg.PoolClient, pool: pg.Pool, report: Report): Promise<void> {
  const reportWaiting = async (): Promise<void> => {
    const holders = await listHolders(pool).catch(() => []);
    if (holders.length > 0)
      report(`The schema of the database is locked by ${holders.join(', ')}: a start, a backup or a restore. Waiting for its end …`);
  };
  const timer = setTimeout(() => void reportWaiting(), silentMs);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
  } finally {
    clearTimeout(timer);
  }
}

export async function listHolders(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ holder: string }>(
    `select format('"%s" (process %s of the database%s)', a.application_name, a.pid, ', from ' || host(a.client_addr)) as holder
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::bigint::oid
        and l.database = (select oid from pg_database where datname = current_database())
      order by a.pid limit 5`,
    [migrationLock],
  );
  return rows.map(({ holder }) => holder);
}

export async function listPending(pool: pg.Pool): Promise<Migration[]> {
  const migrations = await listMigrations();
  const table = await pool.query(`select to_regclass('migrations') is not null as there`);
  if (table.rows[0]?.there !== true) return migrations;
  const applied = await pool.query<{ name: string }>('select name from migrations');
  return migrations.filter(({ name }) => !applied.rows.some((row) => row.name === name));
}

export const migrateJobQueue = (pool: pg.Pool): Promise<void> => migrateJobs({ pgPool: pool });

export const makeMigrationsTable = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    `create table if not exists migrations (
       name          text collate "C" primary key,
       checksum      text not null,
       ran_at        timestamptz not null default now(),
       older_may_run boolean not null default false
     )`,
  );

export async function runMigration(client: pg.ClientBase, { name, sql, checksum, olderMayRun = false }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, checksum, older_may_run) values ($1, $2, $3)', [name, checksum, olderMayRun]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function runAlone(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await runMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Prevents an unhandled "error" event. A statement on a lost connection fails anyway, and its caller handles the error. */
function ignoreLostConnections(pool: pg.Pool): void {
  if (pool.listenerCount('error') === 0) pool.on('error', () => undefined);
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => client.on('error', () => undefined));
}
