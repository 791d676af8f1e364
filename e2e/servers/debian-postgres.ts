import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../server.ts';

export interface DebianPostgres {
  /** `bin` has the programs. `owner` runs PostgreSQL; null: the user who runs the tests. */
  bin: string;
  folder: string;
  owner: { uid: number; gid: number } | null;
  port: number;
  /** Creates a database owned by a new role without further rights. Returns the database's address. */
  makeDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const home = '/usr/lib/postgresql';

/** Starts a private cluster of the oldest installed Debian PostgreSQL; null if there is none. */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  const versions = existsSync(home) ? (await readdir(home)).filter((name) => Number(name) >= 15).sort((a, b) => Number(a) - Number(b)) : [];
  if (versions[0] === undefined) return null;
  const bin = path.join(home, versions[0], 'bin');
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-pg-'));
  const owner = await ordinaryUser();
  if (owner) await chown(folder, owner.uid, owner.gid);
  else await chmod(folder, 0o700);
  const [cluster, port] = [path.join(folder, 'cluster'), await freePort()];
  await run(path.join(bin, 'initdb'), ['-D', cluster, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...owner,
    cwd: '/',
  });
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-k', folder, '-p', String(port)];
  const server = spawn(path.join(bin, 'postgres'), ['-D', cluster, ...settings], { ...owner, cwd: '/', stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const admin = { host: '127.0.0.1', port, user: 'admin', database: 'postgres' };
  const asAdmin = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client(admin);
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  for (let tries = 1; ; tries += 1) {
    try {
      await asAdmin('select 1');
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await wait(100);
    }
  }
  return {
    bin,
    folder,
    owner,
    port,
    async makeDatabase(name) {
      await asAdmin(`create role ${name} login`, `create database ${name} owner ${name}`);
      return `postgres://${name}@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user `nobody` for root, because PostgreSQL does not run as root. */
async function ordinaryUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)));
  return { uid: uid!, gid: gid! };
}
