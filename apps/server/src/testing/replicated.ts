import { execFile, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '../platform/db/embedded/binaries.ts';
import { clusterOf } from '../platform/db/embedded/cluster.ts';
import { startEmbedded } from '../platform/db/embedded/launcher.ts';
import { adminRole, findPassword } from '../platform/db/embedded/passwords.ts';
import { chooseRunAs, type RunAs } from '../platform/db/embedded/run-as.ts';
import { migrate } from '../platform/db/migrate.ts';
import { makeQuickFolder } from './quick-folder.ts';

/** PostgreSQL server of one test, which may stop or kill it. */
export interface TestServer {
  /** Connection of the application's role. */
  url: string;
  connection: pg.PoolConfig & { database: string };
  /** Runs a query as superuser in the application's database. */
  ask: (sql: string) => Promise<Record<string, unknown>[]>;
  start: () => Promise<void>;
  /** Sends a signal to the server and all of its processes. */
  signal: (name: NodeJS.Signals) => Promise<void>;
}

export interface Replicated {
  primary: TestServer;
  replicas: TestServer[];
  stop: () => Promise<void>;
}

/** Starts a primary with the migrated database and replicas that follow it. Copies the folder of a stopped embedded PostgreSQL. */
export async function startReplicated(count: number): Promise<Replicated> {
  const folder = await makeQuickFolder('mbari-replicated-');
  const runAs = chooseRunAs(await findBinaries(), folder);
  const embedded = await startEmbedded(folder, { durable: false });
  const pool = new pg.Pool(embedded.connection);
  await migrate(pool);
  await pool.end();
  await embedded.stop();
  const { user, password, database } = embedded.connection;
  const secrets = { user, password, database, admin: (await findPassword(folder, adminRole))! };

  const primary = await makeServer(clusterOf(folder), runAs, secrets, []);
  const follow = `host=127.0.0.1 port=${primary.connection.port} user=${adminRole} password=${secrets.admin}`;
  const replicas: TestServer[] = [];
  for (let n = 1; n <= count; n += 1) {
    const cluster = path.join(folder, `replica-${n}`);
    await promisify(execFile)('cp', ['-a', clusterOf(folder), cluster]);
    await writeFile(path.join(cluster, 'standby.signal'), '');
    replicas.push(
      await makeServer(cluster, runAs, secrets, ['-c', `primary_conninfo=${follow}`, '-c', 'wal_retrieve_retry_interval=100ms']),
    );
  }
  const all = [primary, ...replicas];
  for (const server of all) await server.start();
  return {
    primary,
    replicas,
    async stop() {
      for (const server of all) await server.signal('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Secrets {
  user: string;
  password: string;
  database: string;
  admin: string;
}

async function makeServer(
  cluster: string,
  runAs: RunAs,
  { user, password, database, admin }: Secrets,
  more: string[],
): Promise<TestServer> {
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user, password, database };
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=100', 'log_min_messages=panic'].flatMap((argument) => [
    '-c',
    argument,
  ]);
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'postgres'), [
    ...['-D', cluster, '-k', '', '-p', String(port)],
    ...settings,
    ...more,
  ]);
  let pid = 0;
  let ended = Promise.resolve();

  const query = (sql: string): Promise<Record<string, unknown>[]> =>
    askOnce({ ...connection, user: adminRole, password: admin, connectionTimeoutMillis: 5_000 }, sql);

  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    connection,
    ask: query,
    async start() {
      const child = spawn(command, args, { stdio: 'ignore', detached: true, cwd: '/', ...runAs.owner });
      pid = child.pid!;
      ended = new Promise((resolve) => child.once('exit', () => resolve()));
      for (const deadline = Date.now() + 60_000; ; await wait(50)) {
        const isUp = await query('select 1').then(
          () => true,
          () => false,
        );
        if (isUp) return;
        if (Date.now() > deadline) throw new Error(`PostgreSQL did not start on ${cluster}`);
      }
    },
    async signal(name) {
      await signalAll(pid, name);
      if (name === 'SIGKILL') await ended;
    },
  };
}

async function askOnce(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Sends a signal to a process and its children, because each PostgreSQL process has its own group. */
async function signalAll(pid: number, name: NodeJS.Signals): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const childPid of [pid, ...children.split(' ').map(Number)].filter((id) => id > 0)) {
    try {
      process.kill(childPid, name);
    } catch {
      // The process has already exited.
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
