import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { isAlive, makeCluster, readPassword, user } from './cluster.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

export interface EmbeddedDatabase {
  /** How to reach it: a socket in a private folder, and a generated password. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** It was already running, started by another process. */
  adopted: boolean;
  /** From now on it is ours: started again whenever it dies. `onDown` hears of each death. */
  keepAlive(onDown: (reason: string) => void): void;
  /** Stops it cleanly, unless another process started it and `keepAlive` never made it ours. */
  stop(): Promise<void>;
}

interface RunningServer {
  adopted: boolean;
  pid: number;
  ended: Promise<void>;
}

interface Place {
  cluster: string;
  socket: string;
  logFile: string;
  runAs: RunAs;
  durable: boolean;
  connection: EmbeddedDatabase['connection'];
}

const database = 'mbari';

/** Starts the PostgreSQL of a data folder, making it first where there is none; joins it where it runs already. */
export async function startEmbedded(dataFolder: string, options: { durable?: boolean } = {}): Promise<EmbeddedDatabase> {
  const durable = options.durable ?? true;
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  const runAs = chooseRunAs(await findBinaries(), dataFolder);
  const connection = await connectionTo(dataFolder);
  const place: Place = {
    cluster: path.join(dataFolder, 'database'),
    socket: connection.host,
    logFile: path.join(dataFolder, 'logs', 'postgresql.log'),
    runAs,
    durable,
    connection,
  };
  await mkdir(path.dirname(place.logFile), { recursive: true, mode: 0o700 });
  await preparePrivateFolder(place.socket, runAs);
  await makeCluster(place.cluster, connection.password, runAs, durable);

  let server = await runServer(place);
  await prepareDatabase(place);
  let ours = !server.adopted;
  const stopping = new AbortController();

  async function revive(onDown: (reason: string) => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await server.ended;
      if (stopping.signal.aborted) return;
      onDown(tailOf(place.logFile));
      for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
        try {
          server = await runServer(place);
          break;
        } catch (error) {
          onDown((error as Error).message);
          await wait(pause);
        }
      }
    }
  }

  return {
    connection,
    adopted: server.adopted,
    keepAlive(onDown) {
      ours = true;
      void revive(onDown);
    },
    async stop() {
      stopping.abort();
      if (ours) await stopServer(server);
    },
  };
}

/** How to reach the database of a data folder, whether or not it runs. */
export async function connectionTo(dataFolder: string): Promise<EmbeddedDatabase['connection']> {
  return { host: socketFolder(dataFolder), port: 5432, user, password: await readPassword(dataFolder), database };
}

/** A socket's path may have about 100 bytes: a deep data folder gets its socket elsewhere. */
function socketFolder(dataFolder: string): string {
  const near = path.join(dataFolder, 'run');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join('/tmp', `mbari-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);
}

async function preparePrivateFolder(folder: string, { owner }: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const us = process.getuid?.() ?? 0;
  const whose = (await stat(folder)).uid;
  if (whose !== us && whose !== owner?.uid)
    throw new Error(`${folder} belongs to another user. Remove it, or set MBARI_DATA to a shorter path.`);
  if (owner) await chown(folder, owner.uid, owner.gid);
}

/** Joins the server that runs on the folder, or runs one. Patient with one that is just ending: its process can linger for seconds. */
async function runServer(place: Place): Promise<RunningServer> {
  for (let tries = 1; ; tries += 1) {
    const running = await findRunning(place);
    if (running) return running;
    const started = await spawnServer(place);
    if (started) return started;
    const output = tailOf(place.logFile);
    if (tries >= 60 || !/postmaster\.pid|already in use|shared memory block/.test(output))
      throw new Error(`PostgreSQL did not start. It says:\n${output}`);
    await wait(250);
  }
}

async function findRunning(place: Place): Promise<RunningServer | null> {
  if (!(await canConnect(place.connection))) return null;
  const pid = Number((await readFile(path.join(place.cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  return { adopted: true, pid, ended: whenGone(pid) };
}

async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await wait(500, undefined, { ref: false });
}

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new Error(
        'The password in secrets/database-password of the data folder does not open its database. Restore it from a backup.',
        { cause: error },
      );
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Null if it ended before anybody could connect. */
async function spawnServer(place: Place): Promise<RunningServer | null> {
  const { cluster, socket, runAs, durable, logFile } = place;
  const onOff = durable ? 'on' : 'off';
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'postgres'), [
    ...['-D', cluster, '-k', socket, '-p', '5432'],
    ...settings({
      listen_addresses: '',
      unix_socket_permissions: '0700',
      fsync: onOff,
      synchronous_commit: onOff,
      full_page_writes: onOff,
      shared_buffers: '128MB',
      max_connections: '60',
      random_page_cost: '1.1',
      // A refused statement's text and values are personal: only the server's own state is told.
      log_min_messages: 'log',
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
      log_checkpoints: 'off',
    }),
  ]);
  const log = openLogFile(logFile);
  // In a process group of its own: Ctrl-C in the terminal must reach only us, who then stop it in order.
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', log], detached: true, cwd: '/', ...runAs.owner });
  closeSync(log);
  const life = { over: false };
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      life.over = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  while (!life.over) {
    if (child.pid !== undefined && (await canConnect(place.connection))) return { adopted: false, pid: child.pid, ended };
    await Promise.race([ended, wait(25)]);
  }
  return null;
}

const settings = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Straight to a file, so that the server's last words are there even when we are not. */
function openLogFile(file: string): number {
  try {
    if (statSync(file).size > 5_000_000) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
  return openSync(file, 'a', 0o600);
}

function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n').slice(-2_000);
  } catch {
    return `${file} cannot be read`;
  }
}

async function prepareDatabase({ connection, durable }: Place): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  try {
    const there = await admin.query('select from pg_database where datname = $1', [database]);
    if (there.rowCount === 0)
      await admin.query(`create database ${database}`).catch((error: { code?: string }) => {
        // Two starts at once: the other one made it.
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
    if (!durable) return;
    const lax = await admin.query<{ name: string }>(
      `select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') and setting <> 'on'`,
    );
    if (lax.rows.length > 0)
      throw new Error(
        `The database could lose what it has acknowledged: ${lax.rows.map((row) => row.name).join(', ')} is not on. Remove that setting from postgresql.auto.conf.`,
      );
  } finally {
    await admin.end();
  }
}

async function stopServer({ pid, ended }: RunningServer): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone already.
    }
  };
  signal('SIGINT');
  // A checkpoint on a slow disk may take long; what it leaves undone the next start recovers.
  const patience = setTimeout(() => signal('SIGQUIT'), 3_500);
  await ended;
  clearTimeout(patience);
}
