import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { memoryOfMachine } from '../../memory.ts';
import { isAlive } from './cluster.ts';
import { adminRole } from './passwords.ts';
import type { RunAs } from './run-as.ts';
import { adviceOn, readLockFiles, removeStaleLocks } from './serving-lock.ts';

export interface RunningServer {
  adopted: boolean;
  pid: number;
  ended: Promise<void>;
}

export interface ClusterSettings {
  cluster: string;
  socket: string;
  logFile: string;
  runAs: RunAs;
  durable: boolean;
  patience: number;
  maxConnections: number;
}

/** Returns the server that runs on the data folder, or starts one. Waits for a previous server to end, which can take seconds. */
export async function runServer(settings: ClusterSettings): Promise<RunningServer> {
  for (const deadline = Date.now() + settings.patience; ;) {
    const running = await findRunning(settings);
    if (running) return running;
    const server = await spawnServer(settings);
    if (server) return server;
    if (removeStaleLocks(settings.cluster, settings.socket)) continue;
    const output = tailOf(settings.logFile);
    if (Date.now() > deadline || !/postmaster\.pid|\.s\.PGSQL|already in use|shared memory block/.test(output))
      throw new Error(`PostgreSQL did not start. ${await explainFailure(settings, output)}`);
    await wait(250);
  }
}

/** Stops the server with a fast shutdown, which aborts running statements. */
export async function stopServer({ pid, ended }: RunningServer): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  };
  signal('SIGINT');
  // Stops PostgreSQL immediately if a slow disk delays the checkpoint. The next start then recovers.
  const patience = setTimeout(() => signal('SIGQUIT'), 3_500);
  await ended;
  clearTimeout(patience);
}

export function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n').slice(-2_000);
  } catch {
    return `${file} cannot be read`;
  }
}

async function findRunning(settings: ClusterSettings): Promise<RunningServer | null> {
  if (!(await isAnswering(settings.socket))) return null;
  const pid = Number((await readFile(path.join(settings.cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  return { adopted: true, pid, ended: whenGone(pid) };
}

async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await wait(500, undefined, { ref: false });
}

/** Returns true if the server takes connections. Does not sign in: a server that is starting or stopping does not even ask for a password. */
export async function isAnswering(socket: string): Promise<boolean> {
  let answering = false;
  const client = new pg.Client({
    ...{ host: socket, port: 5432, user: adminRole, database: 'postgres', connectionTimeoutMillis: 5_000 },
    password: () => {
      answering = true;
      throw new Error('There is nothing more to ask.');
    },
  });
  client.on('error', () => undefined);
  await client.connect().then(
    () => (answering = true),
    // Authentication failures and "too many connections" also mean that the server answers.
    ({ code = '' }: { code?: string }) => (answering ||= /^28|^53300$/.test(code)),
  );
  await client.end().catch(() => undefined);
  return answering;
}

/**
 * Returns shared_buffers in MB: twice the database, in the bounds of 128, 1,024 and an eighth of the machine's memory. PostgreSQL takes two
 * percent of it at once, used or not.
 */
export const buffersFor = (memory: number, databaseBytes: number): number =>
  Math.max(64, Math.floor(Math.min(1_024, memory / 8 / 2 ** 20, Math.max(128, (2 * databaseBytes) / 2 ** 20))));

function sizeOfDatabase(cluster: string): number {
  const files = readdirSync(path.join(cluster, 'base'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + (statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function spawnPostgres(
  { cluster, socket, runAs, durable, maxConnections }: ClusterSettings,
  verbosity: 'terse' | 'default',
  log: number | 'pipe',
): ChildProcess {
  const onOff = durable ? 'on' : 'off';
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'postgres'), [
    ...['-D', cluster, '-k', socket, '-p', '5432'],
    ...settingArgs({
      listen_addresses: '',
      unix_socket_permissions: '0700',
      fsync: onOff,
      synchronous_commit: onOff,
      full_page_writes: onOff,
      autovacuum: onOff,
      shared_buffers: `${durable ? buffersFor(memoryOfMachine(), sizeOfDatabase(cluster)) : 128}MB`,
      max_connections: String(maxConnections),
      // PostgreSQL fills this at the start, with up to 16 MB by default. Transactions here write a few KB.
      wal_buffers: '1MB',
      // Saves four processes: three that read ahead, and one for replication.
      io_method: 'sync',
      max_logical_replication_workers: '0',
      random_page_cost: '1.1',
      // For the slow queries of the system page. Leaves out utility statements, which are recorded with their values, such as passwords.
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': '2000',
      'pg_stat_statements.track_utility': 'off',
      // Statements and their values are personal data, so only the server's own state is logged.
      log_min_messages: 'log',
      log_min_error_statement: 'panic',
      log_error_verbosity: verbosity,
      log_checkpoints: 'off',
    }),
  ]);
  // Runs in its own process group, so that Ctrl-C reaches only this process, which then stops the server cleanly.
  return spawn(command, args, { stdio: ['ignore', 'ignore', log], detached: true, cwd: '/', ...runAs.owner });
}

async function spawnServer(settings: ClusterSettings): Promise<RunningServer | null> {
  const log = openLogFile(settings.logFile);
  const child = spawnPostgres(settings, 'terse', log);
  closeSync(log);
  const life = { over: false };
  const ended = endOf(child).then(() => void (life.over = true));
  while (!life.over) {
    if (child.pid !== undefined && (await isAnswering(settings.socket))) return { adopted: false, pid: child.pid, ended };
    await Promise.race([ended, wait(25)]);
  }
  return null;
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => void child.once('exit', () => resolve()).once('error', () => resolve()));

/** Runs PostgreSQL once more to get its full message with hints, and adds advice on a lock file that is in the way. */
async function explainFailure(settings: ClusterSettings, output: string): Promise<string> {
  const child = spawnPostgres(settings, 'default', 'pipe');
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-2_000)));
  const patience = setTimeout(() => child.kill('SIGINT'), 5_000);
  await endOf(child);
  clearTimeout(patience);
  const advice = readLockFiles(settings.cluster, settings.socket).filter(({ owner }) => owner === 'ours' || owner === 'unknown');
  return [...advice.slice(0, 1).map(adviceOn), `It says:\n${words.trim() || output}`].join(' ');
}

const settingArgs = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Opens the log file, which PostgreSQL writes itself, so its last lines survive a crash of this process. */
function openLogFile(file: string): number {
  try {
    if (statSync(file).size > 5_000_000) renameSync(file, `${file}.1`);
  } catch {
    // The file does not exist yet.
  }
  return openSync(file, 'a', 0o600);
}
