import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { migrationLock } from '../../apps/server/src/platform/db/migrate.ts';
import { runCommand, settleIn, startAt } from '../backup-run.ts';
import type { Installation } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { headersOf, post } from '../posts.ts';
import { freePort, makeDataFolder, type RunningServer } from '../server.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';
import { makeProxyFolder, type Proxy, startProxy } from './front.ts';

const documented = path.join(import.meta.dirname, '../../docs/operating/pgbouncer.ini');

/** Returns the installed PgBouncer, or the one of PGBOUNCER_PATH, and its version, such as [1, 24]. */
function findPgBouncer(): { program: string; version: [major: number, minor: number] } | null {
  const program = process.env['PGBOUNCER_PATH'] ?? findProgram('pgbouncer');
  return program === null ? null : { program, version: versionOf(program) };
}

function versionOf(program: string): [major: number, minor: number] {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return [Number(major), Number(minor)];
}

interface RunningPooler {
  /** Address of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Runs PgBouncer with the documented configuration, except for names, ports and passwords. `change` edits the file. */
async function startPgBouncer(program: string, directUrl: string, change = (text: string) => text): Promise<RunningPooler> {
  const { folder, remove } = await makeProxyFolder();
  const [{ hostname, port, username, pathname }, listens] = [new URL(directUrl), { host: '127.0.0.1', port: await freePort() }];
  const [configuration, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'userlist.txt')];
  const text = (await readFile(documented, 'utf8'))
    .replace(/^mbari = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${port} dbname=${pathname.slice(1)}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${listens.port}\nunix_socket_dir =`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer/userlist.txt', users);
  await writeFile(configuration, change(text));
  await writeFile(users, `"${username}" ""\n`);
  // PgBouncer does not run as root.
  const args = [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), configuration];
  let running: Proxy | null = await startProxy(program, args, listens);
  const stop = async (): Promise<void> => {
    // On SIGTERM, PgBouncer would wait until all clients disconnect.
    await running?.stop('SIGQUIT');
    running = null;
  };
  return {
    url: `postgres://${username}@${listens.host}:${listens.port}${pathname}`,
    stop,
    start: async () => void (running ??= await startProxy(program, args, listens)),
    remove: async () => {
      await stop();
      await remove();
    },
  };
}

// Runs servers through a pooler in transaction mode: npx playwright test -c e2e/servers pgbouncer
const found = findPgBouncer();
const isNew = found !== null && (found.version[0] > 1 || found.version[1] >= 21);
if (found !== null && !isNew)
  console.log(`PgBouncer here is ${found.version.join('.')}: what needs 1.21 is left out. PGBOUNCER_PATH names another.`);
const old = findProgram('pgbouncer');

let postgres: DebianPostgres | null;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeAll(async () => {
  [postgres, folder] = [await startDebianPostgres(), await makeDataFolder()];
  if (postgres === null) console.log('There is no PostgreSQL of Debian here (/usr/lib/postgresql): no pooler was tried.');
});
test.afterAll(async () => {
  await postgres?.stop();
  await folder.remove();
});
test.beforeEach(() => test.skip(postgres === null, 'no PostgreSQL of Debian'));

const node = (name: string, env: Record<string, string>): Installation => ({
  dataFolder: path.join(folder.dataFolder, name),
  env: { TMPDIR: folder.dataFolder, ...env },
});

async function on<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: 'a test' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the advisory locks of a database with the names of their holders. */
const locksIn = (url: string): Promise<string[]> =>
  on(url, async (client) => {
    const { rows } = await client.query<{ lock: string }>(
      `select concat_ws(' ', a.application_name, l.classid, l.objid) as lock from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and a.datname = current_database()`,
    );
    return rows.map(({ lock }) => lock);
  });

/** Reads an event stream. `said` returns the text so far. */
async function listenTo(url: string, headers: Record<string, string>): Promise<{ said: () => string; close: () => void }> {
  const cut = new AbortController();
  const answer = await fetch(`${url}/api/v1/events`, { headers, signal: cut.signal });
  expect(answer.status).toBe(200);
  let text = '';
  void (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => undefined);
  return { said: () => text, close: () => cut.abort() };
}

test('two nodes run through PgBouncer, and killing and restarting them leaves no lock', async () => {
  test.skip(!isNew, 'no PgBouncer of 1.21 or newer');
  const direct = await postgres!.makeDatabase('pooled');
  const pooler = await startPgBouncer(found!.program, direct);
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, SIGNING_KEY: randomBytes(32).toString('hex') };
  const [first, second] = [node('first', env), node('second', env)];
  let one = await startAt(first);
  expect(one.output()).toContain('Set for the database');
  expect(one.output()).not.toContain('Through the pooler');
  const owner = await settleIn(first, one);

  await one.end('SIGKILL');
  await expect.poll(() => locksIn(direct), { timeout: 30_000 }).toEqual([]);
  one = await startAt(first);
  expect(one.output()).not.toContain('Set for the database');

  const other = await startBehind(direct, second);

  // A like on one node notifies a reader on the other.
  const liker = await settleIn(first, one);
  await on(direct, (client) => client.query(`update members set post_visibility = 'public' where id = $1`, [owner.owner.id]));
  const photo = await post(liker.api, owner.owner, { title: 'Through a pooler' });
  const stream = await listenTo(other.url, headersOf(owner.owner));
  const liked = await fetch(`${one.url}/api/v1/photos/${photo}/like`, { method: 'POST', headers: headersOf(liker.owner) });
  expect(liked.status).toBe(200);
  await expect.poll(stream.said, { timeout: 10_000 }).toContain('event: notifications');
  stream.close();

  await expectLimits(pooler);
  expect(await runCommand(first, 'backup', path.join(folder.dataFolder, 'pooled.tar'))).toMatchObject({ code: 0 });
  const doctor = await runCommand(first, 'doctor');
  expect(doctor.output).toContain('ok   pooler: leads to the same database');
  await expectComingBack(pooler, one.url, headersOf(liker.owner));

  // The pooler keeps its connections open, and none holds a session lock.
  await Promise.all([one.end(), other.end()]);
  expect(await on(direct, countPooled)).toBeGreaterThan(0);
  expect(await locksIn(direct)).toEqual([]);
  await pooler.remove();
});

/** Starts a server while the schema is locked; it reports the lock and waits. */
const startBehind = (direct: string, installation: Installation): Promise<RunningServer> =>
  on(direct, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const starting = startAt(installation);
    const waits = async () =>
      (await client.query('select from pg_locks where not granted and objid = $1::bigint::oid', [migrationLock])).rowCount;
    await expect.poll(waits).toBe(1);
    await wait(3_000);
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    const started = await starting;
    expect(started.output()).toContain('The schema of the database is locked by \\"a test\\"');
    return started;
  });

const countPooled = async (client: pg.Client): Promise<number> =>
  (
    await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  ).rows[0]!.n;

async function expectLimits({ url }: RunningPooler): Promise<void> {
  await on(url, async (client) => {
    await expect(client.query('select pg_sleep(8)')).rejects.toThrow('canceling statement due to statement timeout');
    const { rows } = await client.query(`select current_setting('plan_cache_mode') as plans, current_setting('timezone') as zone`);
    expect(rows).toEqual([{ plans: 'force_generic_plan', zone: 'UTC' }]);
  });
}

/** Checks that the server answers 503 while the pooler is down, and recovers by itself. */
async function expectComingBack(pooler: RunningPooler, url: string, headers: Record<string, string>): Promise<void> {
  const ask = async (): Promise<number> => (await fetch(`${url}/api/v1/me`, { headers })).status;
  await pooler.stop();
  expect(await ask()).toBe(503);
  await pooler.start();
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
}

test('a server with only a pooler names the missing setting, does not start and takes no lock', async () => {
  test.skip(!isNew, 'no PgBouncer of 1.21 or newer');
  const direct = await postgres!.makeDatabase('alone');
  for (const change of [(text: string) => text, ignoreParameters]) {
    const pooler = await startPgBouncer(found!.program, direct, change);
    const alone = node('alone', { DATABASE_URL: pooler.url });
    await expect(startAt(alone)).rejects.toThrow('DATABASE_DIRECT_URL must name PostgreSQL itself');
    const backup = await runCommand(alone, 'backup', path.join(folder.dataFolder, 'alone.tar'));
    expect([backup.code, backup.output]).toEqual([1, expect.stringContaining('DATABASE_DIRECT_URL must name PostgreSQL itself')]);
    expect(await locksIn(direct)).toEqual([]);
    await pooler.remove();
  }
});

/** Appends `ignore_startup_parameters`: PgBouncer then drops these parameters instead of rejecting the connection. */
const ignoreParameters = (text: string): string =>
  `${text}\nignore_startup_parameters = options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, mbari.session\n`;

test('a pooler that mixes up prepared statements is rejected at the start, not at the first request', async () => {
  test.skip(found === null, 'no PgBouncer');
  const program = found!.program;
  const direct = await postgres!.makeDatabase('mixing');
  const tries: (readonly [string, (text: string) => string])[] = isNew ? [[program, withoutStatements]] : [[program, leaveOutWhatIsNew]];
  if (isNew && old !== null && old !== program) tries.push([old, leaveOutWhatIsNew]);
  for (const [pooling, change] of tries) {
    const pooler = await startPgBouncer(pooling, direct, change);
    await expect(startAt(node('mixing', { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct }))).rejects.toThrow(
      'PgBouncer 1.21 or newer',
    );
    await pooler.remove();
  }
});

const withoutStatements = (text: string): string => text.replace(/^max_prepared_statements = .*$/m, 'max_prepared_statements = 0');
const leaveOutWhatIsNew = (text: string): string => text.replace(/^max_prepared_statements = .*\n/m, '');
