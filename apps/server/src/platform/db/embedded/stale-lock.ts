import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './cluster.ts';

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
