import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from './cluster.ts';

const lock = 7_220_300;

export interface ServingLock {
  /** Marks this process as stopping, so that a new process waits instead of giving up. */
  announceEnd(): Promise<void>;
  /** Stops the database before it releases the lock. A successor with the lock would otherwise lose the database it has just joined. */
  releaseAfter(stopDatabase: () => Promise<void>): Promise<void>;
}

export class AlreadyServed extends Error {}

const leaving = 'leaving: ';
const between = 200;
/** Longest time in milliseconds that a process may take to stop: a minute of draining, half a minute for running requests, and a margin. */
const patience = 105_000;

/**
 * Takes the lock that allows only one process to serve an embedded data folder. The session lock ends with the process.
 * Takes the lock again after a restart of the database.
 */
export async function takeServingLock(connection: pg.ClientConfig, url: string, onWait: () => void): Promise<ServingLock> {
  const released = new AbortController();
  const name = `process ${process.pid}, ${url}`;
  let client = await takeOnce(connection, name, onWait);
  const watch = (): void => {
    client.once('end', () => void retake());
  };
  async function retake(): Promise<void> {
    while (!released.signal.aborted) {
      await wait(500, undefined, { ref: false });
      try {
        client = await takeOnce(connection, name, () => undefined);
        if (released.signal.aborted) return await client.end();
        return watch();
      } catch {
        // The database is still down.
      }
    }
  }
  watch();
  return {
    async announceEnd() {
      const query = client.query(`select set_config('application_name', $1, false)`, [nameFor(leaving + name)]);
      await query.catch(() => undefined);
    },
    async releaseAfter(stopDatabase) {
      released.abort();
      try {
        await stopDatabase();
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

async function takeOnce(connection: pg.ClientConfig, name: string, onWait: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: nameFor(name), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let hasWaited = false;
    for (let tries = 0; ; tries += 1) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
      if (rows[0]?.taken) return client;
      const holder = await findHolder(client);
      const stopping = holder?.startsWith(leaving) ?? false;
      if (stopping && !hasWaited) onWait();
      hasWaited ||= stopping;
      if (tries * between >= (hasWaited ? patience : 1_000)) throw new AlreadyServed(holder ?? 'another process');
      await wait(between);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function findHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ holder: string }>(
    `select a.application_name as holder from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.objid = $1`,
    [lock],
  );
  return rows[0]?.holder;
}

/** PostgreSQL truncates names to 63 bytes. */
const nameFor = (text: string): string => text.slice(0, 63);

/** The process of a lock file: a PostgreSQL on this folder, another process, not determinable, or ended. */
export type Owner = 'ours' | 'other' | 'unknown' | 'gone';

export interface LockFile {
  file: string;
  pid: number;
  owner: Owner;
}

/**
 * Returns the lock files of the data folder and the socket. A crash leaves them behind, and another process may then get the same id, which is
 * common in containers. PostgreSQL only checks whether a process with that id is alive.
 */
export function readLockFiles(cluster: string, socket: string): LockFile[] {
  return [path.join(cluster, 'postmaster.pid'), path.join(socket, '.s.PGSQL.5432.lock')].flatMap((file) => {
    const pid = readPid(file);
    return pid === null ? [] : [{ file, pid, owner: ownerOf(pid, cluster) }];
  });
}

/** Removes lock files whose process is certainly not a PostgreSQL on this folder. PostgreSQL still checks its shared memory itself. */
export function removeStaleLocks(cluster: string, socket: string): boolean {
  const stale = readLockFiles(cluster, socket).filter(({ owner }) => owner === 'other');
  for (const { file, pid } of stale) if (readPid(file) === pid) rmSync(file, { force: true });
  return stale.length > 0;
}

export function adviceOn({ file, pid, owner }: LockFile): string {
  return owner === 'ours'
    ? `Process ${pid} is a PostgreSQL that works on this folder but does not answer. End it (kill -INT ${pid}), then start again.`
    : `${file} names process ${pid}, and it cannot be seen from here whether that is a PostgreSQL on this folder. If it is not, remove the file and start again.`;
}

function readPid(file: string): number | null {
  try {
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n', 1)[0]));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function ownerOf(pid: number, cluster: string): Owner {
  if (!isAlive(pid)) return 'gone';
  const owner = existsSync('/proc/self/comm') ? ownerByProc(pid, cluster) : ownerByPs(pid, cluster);
  return isAlive(pid) ? owner : 'gone';
}

/** Linux: the working directory of PostgreSQL's main process is its data folder. */
function ownerByProc(pid: number, cluster: string): Owner {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return 'other';
    // Compares inodes, because the path may differ in another container.
    const [working, expected] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return working.dev === expected.dev && working.ino === expected.ino ? 'ours' : 'other';
  } catch {
    // The working directory of another user's process is not readable.
    return 'unknown';
  }
}

function ownerByPs(pid: number, cluster: string): Owner {
  const { status, stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 });
  if (status !== 0 || stdout.trim() === '') return 'unknown';
  if (!stdout.includes('postgres')) return 'other';
  if (stdout.includes(`-D ${cluster} `)) return 'ours';
  return / -D \//.test(stdout) ? 'other' : 'unknown';
}
