/** @module-tag world */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeQuickFolder } from '../../../testing/quick-folder.ts';
import { clusterOf, socketFolder } from './cluster.ts';
import { connectionTo, type EmbeddedDatabase, startEmbedded } from './launcher.ts';
import { appRole, passwordFile } from './passwords.ts';
import { buffersFor } from './postgres-process.ts';
import { renewPasswords } from './renew-passwords.ts';

let folder: string;
let databases: EmbeddedDatabase[];
let otherProcess: ChildProcess | undefined;
beforeEach(async () => {
  folder = await makeQuickFolder('mbari-launcher-');
  databases = [];
});
afterEach(async () => {
  for (const database of databases) await database.stop();
  otherProcess?.kill('SIGKILL');
  otherProcess = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(dataFolder = folder): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataFolder, { durable: false, patience: 1_000 });
  databases.push(database);
  return database;
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(await connectionTo(folder));
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Simulates a crash: kills the running server and puts another process's id into both lock files. */
async function crashAndReuse(pid: number): Promise<void> {
  const files = [path.join(clusterOf(folder), 'postmaster.pid'), path.join(socketFolder(folder), '.s.PGSQL.5432.lock')];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await databases.pop()!.stop();
  for (const [index, file] of files.entries()) await writeFile(file, texts[index]!.replace(/^\d+/, String(pid)));
}

function startOther(): number {
  otherProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  return otherProcess.pid!;
}

test('a stale lock is ignored if its process id now belongs to another program', async () => {
  await start();
  await query('create table kept as select 61 as n');
  await crashAndReuse(startOther());
  await start();
  expect(await query('select n from kept')).toEqual([{ n: 61 }]);
});

test('a stale lock is ignored if its process id belongs to a PostgreSQL for another folder', async () => {
  const elsewhere = await makeQuickFolder('mbari-launcher-');
  try {
    await start(elsewhere);
    const otherPid = Number((await readFile(path.join(clusterOf(elsewhere), 'postmaster.pid'), 'utf8')).split('\n')[0]);
    await start();
    await crashAndReuse(otherPid);
    await start();
    expect(await query('select 1 as n')).toEqual([{ n: 1 }]);
  } finally {
    for (const database of databases.splice(0)) await database.stop();
    await rm(elsewhere, { recursive: true, force: true });
  }
});

test('the lock of a PostgreSQL that uses the folder is never removed', async () => {
  const first = await start();
  const lock = path.join(clusterOf(folder), 'postmaster.pid');
  const before = await readFile(lock, 'utf8');
  // The server still runs without its socket, but cannot be reached.
  await rm(path.join(socketFolder(folder), '.s.PGSQL.5432'));
  await expect(start()).rejects.toThrow(/Process \d+ is a PostgreSQL that works on this folder but does not answer/);
  expect(await readFile(lock, 'utf8')).toBe(before);
  expect(first.adopted).toBe(false);
});

test('PostgreSQL’s own hint on a failed start is reported', async () => {
  await (await start()).stop();
  databases = [];
  await writeFile(path.join(clusterOf(folder), 'postgresql.auto.conf'), `shared_memory_type = 'carved'\n`);
  await expect(start()).rejects.toThrow('HINT:  Available values:');
});

test('an empty, truncated or missing password file is named in the error, and no PostgreSQL keeps running', async () => {
  await (await start()).stop();
  databases = [];
  const file = passwordFile(folder, appRole);
  const content = await readFile(file, 'utf8');
  for (const [text, trouble] of [
    ['', 'is missing or empty'],
    ['\n', 'is missing or empty'],
    [content.slice(0, 10), 'does not hold the password of the database'],
    [null, 'is missing or empty'],
  ] as const) {
    if (text === null) await rm(file);
    else await writeFile(file, text);
    const failure = await start().catch((error: Error) => error.message);
    expect(failure).toContain(`${file} ${trouble}`);
    expect(failure).not.toContain('\n');
    expect(failure).toContain('database-password renew');
    expect(existsSync(path.join(clusterOf(folder), 'postmaster.pid'))).toBe(false);
  }
  await renewPasswords(folder);
  await start();
  expect(await query('select current_user')).toEqual([{ current_user: 'mbari' }]);
  await expect(renewPasswords(folder)).rejects.toThrow('Stop Mbari first');
});

test('the application’s role owns its database and has no other rights', async () => {
  await start();
  expect(
    await query(`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
                        (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
                   from pg_roles where rolname = current_user`),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false, owner: 'mbari' }]);
  for (const sql of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    `copy (select 1) to '${path.join(folder, 'leak')}'`,
    `alter system set fsync = off`,
    'create role another superuser',
    `create function call() returns int language c as 'libc', 'getpid'`,
  ])
    await expect(query(sql), sql).rejects.toThrow(/permission denied/);
});

test('shared_buffers is twice the database, up to an eighth of the memory', () => {
  const gigabyte = 2 ** 30;
  expect([0.25, 0.5, 1, 3.5, 64].map((memory) => buffersFor(memory * gigabyte, 5 * gigabyte))).toEqual([64, 64, 128, 448, 1_024]);
  expect([0.01, 0.2, 5].map((size) => buffersFor(64 * gigabyte, size * gigabyte))).toEqual([128, 409, 1_024]);
});
