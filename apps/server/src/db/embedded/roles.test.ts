/** @module-tag slow */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { migrate } from '../migrate.ts';
import { findBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { clusterOf, socketFolder } from './folders.ts';
import { connectionTo, type EmbeddedDatabase, startEmbedded } from './launcher.ts';
import { adminRole, makePassword } from './passwords.ts';
import { type ClusterSettings, runServer, stopServer } from './postgres-process.ts';
import type { Connection } from './roles.ts';
import { chooseRunAs } from './run-as.ts';

// A data folder as versions before made it: the application's role is the superuser that the database began with.
let folder: string;
let settings: ClusterSettings;
let app: Connection;
const running: EmbeddedDatabase[] = [];
beforeEach(async () => {
  folder = await makeQuickFolder('mbari-roles-');
  const runAs = chooseRunAs(await findBinaries(), folder);
  const socket = socketFolder(folder);
  settings = {
    cluster: clusterOf(folder),
    socket,
    logFile: path.join(folder, 'postgresql.log'),
    runAs,
    durable: false,
    patience: 5_000,
    maxConnections: 60,
  };
  await mkdir(socket, { mode: 0o700 });
  app = await connectionTo(folder);
  await makeCluster(settings.cluster, { name: app.user, password: app.password }, runAs, false);
});
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the version before left in the database, and then `work`, all as the superuser that it was. */
async function fillAsBefore(work: (client: pg.Client) => Promise<void> = async () => undefined): Promise<void> {
  const server = await runServer(settings);
  try {
    await withClient({ ...app, database: 'postgres' }, (client) => client.query('create database mbari'));
    const pool = new pg.Pool({ ...app, max: 2 });
    await migrate(pool);
    await pool.end();
    await withClient(app, async (client) => {
      await client.query(`insert into members (id, username, name, email) values (gen_random_uuid(), 'ada', 'Ada', 'ada@example.test')`);
      await client.query(`select graphile_worker.add_job('sweep_sessions')`);
      await client.query(`create schema extra; create domain extra.year as int; create type extra.tone as enum ('high', 'low');
        create table extra.drums (n int generated always as identity, tone extra.tone, made extra.year);
        create view extra.high as select n from extra.drums where tone = 'high'; create sequence extra.counter;
        create materialized view extra.tones as select tone, count(*) from extra.drums group by tone;
        create statistics extra.both on tone, made from extra.drums`);
      await work(client);
    });
  } finally {
    await stopServer(server);
  }
}

async function withClient<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startAsNow(): Promise<void> {
  running.push(await startEmbedded(folder, { durable: false }));
}

/** The role is an ordinary one that owns everything, and everything is there and works. */
async function expectOrdinary(): Promise<void> {
  await withClient(app, async (client) => {
    const roles = await client.query(`select rolname, rolsuper, oid = 10 as is_first from pg_roles where rolname !~ '^pg_' order by 1`);
    expect(roles.rows).toEqual([
      { rolname: 'mbari', rolsuper: false, is_first: false },
      { rolname: 'postgres', rolsuper: true, is_first: true },
    ]);
    const strangers = await client.query(
      `with theirs as (select oid from pg_namespace where nspname <> 'information_schema' and nspname !~ '^pg_'),
            owned as (
              select relnamespace as at, relowner as by, relname::text as name from pg_class
              union all select pronamespace, proowner, proname from pg_proc
              union all select typnamespace, typowner, typname from pg_type
              union all select stxnamespace, stxowner, stxname from pg_statistic_ext
              union all select oid, nspowner, nspname from pg_namespace where nspname <> 'public')
       select o.name from owned o join theirs t on t.oid = o.at where o.by <> 'mbari'::regrole`,
    );
    expect(strangers.rows).toEqual([]);
    expect((await client.query('select username from members')).rows).toEqual([{ username: 'ada' }]);
    expect((await client.query('select task_identifier from graphile_worker.jobs')).rows).toEqual([{ task_identifier: 'sweep_sessions' }]);
    // What a migration may want to do.
    await client.query(`begin; alter table members add column drum text; create table drums (n int); create schema another;
      alter table graphile_worker._private_jobs add column drum text; drop materialized view extra.tones; rollback`);
    await client.query(`select graphile_worker.add_job('sweep_sessions')`);
    await client.query(`delete from graphile_worker._private_jobs where id = (select max(id) from graphile_worker._private_jobs)`);
    await expect(client.query(`copy (select 1) to program 'true'`)).rejects.toThrow('permission denied');
    await expect(client.query(`select pg_read_file('PG_VERSION')`)).rejects.toThrow('permission denied');
  });
  const pool = new pg.Pool({ ...app, max: 2 });
  expect(await migrate(pool)).toEqual([]);
  await pool.end();
}

test('the superuser of an earlier version becomes an ordinary role that owns all it had', { tags: ['slow'] }, async () => {
  await fillAsBefore();
  await startAsNow();
  await expectOrdinary();
  await running.pop()!.stop();
  await startAsNow();
  await expectOrdinary();
});

test('… also where an earlier try was cut off after any of its steps', { tags: ['slow'] }, async () => {
  // The admin's password was made, and the role that does the work is there: nothing is changed yet.
  const password = await makePassword(folder, adminRole);
  await fillAsBefore(async (client) => void (await client.query(`create role mbari_changing_roles superuser login password 'old'`)));
  await startAsNow();
  await expectOrdinary();
  // All is changed, but the role that did the work is still there.
  await withClient({ ...app, user: adminRole, password, database: 'postgres' }, (client) =>
    client.query(`create role mbari_changing_roles superuser login password 'old'`),
  );
  await running.pop()!.stop();
  await startAsNow();
  await expectOrdinary();
});

test('… and where the earlier version was cut off before it had made its database', { tags: ['slow'] }, async () => {
  await startAsNow();
  await withClient(app, async (client) => {
    const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false }]);
    await client.query('create table anything (n int)');
  });
});

test('a database that runs already is used as it is: its roles change when nobody works on it', { tags: ['slow'] }, async () => {
  await fillAsBefore();
  const before = await runServer(settings);
  try {
    await startAsNow();
    const { rows } = await withClient(app, (client) => client.query('select rolsuper from pg_roles where rolname = current_user'));
    expect(rows).toEqual([{ rolsuper: true }]);
  } finally {
    await stopServer(before);
  }
});
