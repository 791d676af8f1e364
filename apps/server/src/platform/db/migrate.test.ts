import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asAdmin, createDatabase, dropDatabase, openPool } from '../../testing/reused-databases.ts';
import { migrate, migrationLock } from './migrate.ts';

let folder: string;
let database: string;
let pool: pg.Pool;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-migrations-'));
  database = `migrations_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(database);
  pool = openPool({ database });
});

afterEach(async () => {
  await pool.end();
  await dropDatabase(database);
  await rm(folder, { recursive: true });
});

test('each migration runs once, in order', async () => {
  await write('0002_second.sql', 'insert into seen values (2)');
  await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
  expect(await migrate(pool, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(pool, folder)).toEqual([]);
  await write('0003_third.sql', 'insert into seen values (3)');
  expect(await migrate(pool, folder)).toEqual(['0003_third.sql']);
  expect(await listSeen()).toEqual([1, 2, 3]);
});

test('migrating also creates the job queue’s tables', async () => {
  await migrate(pool, folder);
  expect((await pool.query(`select to_regclass('graphile_worker.migrations') is not null as there`)).rows).toEqual([{ there: true }]);
});

test('concurrent starts run each migration once', async () => {
  await write('0001_first.sql', 'create table seen (n int); select pg_sleep(0.2); insert into seen values (1)');
  const otherPool = openPool({ database });
  const ran = await Promise.all([migrate(pool, folder), migrate(otherPool, folder)]);
  await otherPool.end();
  expect(ran.flat()).toEqual(['0001_first.sql']);
  expect(await listSeen()).toEqual([1]);
});

test('a start that waits for another start names the lock holder, then continues', { tags: ['world'] }, async () => {
  await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
  const otherPool = openPool({ database, application_name: 'mbari start' });
  const locking = await otherPool.connect();
  await locking.query('select pg_advisory_lock($1)', [migrationLock]);
  const messages: string[] = [];
  const waiting = migrate(pool, folder, (text) => messages.push(text));
  await expect
    .poll(() => messages, { timeout: 10_000 })
    .toEqual([expect.stringMatching(/^The schema .* locked by "mbari start" \(process \d+/)]);
  locking.release(true);
  expect(await waiting).toEqual(['0001_first.sql']);
  expect(messages).toHaveLength(1);
  await otherPool.end();
  await migrate(pool, folder, (text) => messages.push(text));
  expect(messages).toHaveLength(1);
});

test('an interrupted migration leaves no changes, and the next run completes it', async () => {
  await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
  await write('0002_second.sql', 'insert into seen values (2); select pg_sleep(60)');
  const cut = migrate(pool, folder).catch((error: Error) => error.message);
  await expect.poll(() => sleeping()).toBe(1);
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and wait_event = 'PgSleep'`);
  expect(await cut).toContain('Migration 0002_second.sql failed');
  expect(await listSeen()).toEqual([1]);
  await write('0002_second.sql', 'insert into seen values (2)');
  expect(await migrate(pool, folder)).toEqual(['0002_second.sql']);
  expect(await listSeen()).toEqual([1, 2]);
});

test('a migration that was changed after it ran is refused', async () => {
  await write('0001_first.sql', 'create table seen (n int)');
  await migrate(pool, folder);
  await write('0001_first.sql', 'create table seen (n bigint)');
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 0001_first.sql was changed after it ran');
});

test('a database of a newer version is refused', async () => {
  await write('0001_first.sql', 'create table seen (n int)');
  await migrate(pool, folder);
  await rm(path.join(folder, '0001_first.sql'));
  await expect(migrate(pool, folder)).rejects.toThrow('newer than this program');
});

test('a previous version starts with a note after additive migrations, and is refused after others', async () => {
  await write('0001_first.sql', 'create table seen (n int)');
  await migrate(pool, folder);
  await write('0002_adds.sql', '-- Notes.\n-- The version before may run on this.\ncreate table notes (n int)');
  expect(await migrate(pool, folder)).toEqual(['0002_adds.sql']);
  await rm(path.join(folder, '0002_adds.sql'));
  const messages: string[] = [];
  expect(await migrate(pool, folder, (text) => messages.push(text))).toEqual([]);
  expect(messages).toEqual(['The database is newer than this program (0002_adds.sql), which may run on it until it is upgraded, too.']);
  await write('0003_renames.sql', 'alter table seen rename n to number');
  await migrate(pool, folder);
  await rm(path.join(folder, '0003_renames.sql'));
  await expect(migrate(pool, folder)).rejects.toThrow('newer than this program (0002_adds.sql, 0003_renames.sql)');
});

test('a pool with a single connection is refused, because it would deadlock', async () => {
  const single = openPool({ database, max: 1 });
  await expect(migrate(single, folder)).rejects.toThrow('two connections');
  await single.end();
});

const write = (name: string, sql: string): Promise<void> => writeFile(path.join(folder, name), sql);
const listSeen = async (): Promise<number[]> => (await pool.query<{ n: number }>('select n from seen order by n')).rows.map((row) => row.n);

const sleeping = async (): Promise<number> =>
  (await asAdmin(`select from pg_stat_activity where datname = '${database}' and wait_event = 'PgSleep'`)).rowCount ?? 0;
