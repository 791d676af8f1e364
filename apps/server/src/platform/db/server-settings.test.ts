import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { asAdmin, openPool } from '../../testing/reused-databases.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { inspectServer } from './state.ts';
import { jobTimeouts, withoutTimeouts } from './timeouts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const connection = () => ({ ...inject('postgres'), database: app.database }) as pg.PoolConfig;
const timeouts = `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
  current_setting('idle_in_transaction_session_timeout') as set`;

test('requests time out after seconds, jobs later, migrations and backups never', async () => {
  const requests = openDatabase(connection());
  expect(await requests.row(timeouts)).toEqual({ set: '5s 2s 10s' });
  await requests.close();
  const jobs = openDatabase({ ...connection(), ...jobTimeouts });
  expect(await jobs.row(timeouts)).toEqual({ set: '1min 10s 1min' });
  await jobs.close();
  await asAdmin(`alter database ${app.database} set statement_timeout = '1s'`);
  const client = new pg.Client(withoutTimeouts(connection()));
  await client.connect();
  expect((await client.query(timeouts)).rows).toEqual([{ set: '0 0 0' }]);
  await client.end();
  await asAdmin(`alter database ${app.database} reset statement_timeout`);
});

test('requests, jobs and migrations need no superuser', async () => {
  const { rows } = await app.db.pool.query('select rolsuper, rolcreaterole, rolreplication from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolreplication: false }]);
  for (const sql of [`copy members to program 'true'`, `select pg_read_file('PG_VERSION')`])
    await expect(app.db.pool.query(sql), sql).rejects.toThrow('permission denied');
});

test('unique indexes compare byte by byte, independent of the operating system’s collation', async () => {
  const { rows } = await app.db.pool.query(
    `select i.indexrelid::regclass::text as index
       from pg_index i join pg_class c on c.oid = i.indrelid cross join unnest(i.indcollation::oid[]) as used(collated)
      where i.indisunique and c.relnamespace = 'public'::regnamespace and used.collated not in (0, (select oid from pg_collation where collname = 'C'))`,
  );
  expect(rows).toEqual([]);
});

test('a start is refused if the operating system’s collation changed since the database was created', async () => {
  const version = (await asAdmin(`select datcollversion as was from pg_database where datname = '${app.database}'`)).rows[0].was as string;
  await asAdmin(`update pg_database set datcollversion = 'before' where datname = '${app.database}'`);
  try {
    await expect(migrateDatabase(connection())).rejects.toThrow(
      `Run REINDEX DATABASE ${app.database}, then ALTER DATABASE ${app.database} REFRESH COLLATION VERSION.`,
    );
  } finally {
    await asAdmin(`update pg_database set datcollversion = '${version}' where datname = '${app.database}'`);
  }
  expect(await migrateDatabase(connection())).toEqual([]);
});

test('a superuser role causes a note, and an ordinary one does not', async () => {
  expect((await inspectServer(app.db.pool)).notes).toEqual([]);
  const pool = openPool({ ...(inject('postgresAdmin') as pg.PoolConfig), database: app.database, max: 1 });
  expect((await inspectServer(pool)).notes).toEqual([expect.stringContaining('is a superuser')]);
  await pool.end();
});
