import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './cluster.ts';

/** Whether a process is a PostgreSQL that works on this folder. */
export type Owner = 'ours' | 'other' | 'unknown' | 'gone';

export interface LockFile {
  file: string;
  pid: number;
  owner: Owner;
}

/**
 * The files by which a PostgreSQL says that it works on this folder and listens at this socket. A crash leaves them behind, and by then
 * their process id may be somebody else's: in containers the same few come again and again. PostgreSQL only asks whether it is alive.
 */
export function readLockFiles(cluster: string, socket: string): LockFile[] {
  return [path.join(cluster, 'postmaster.pid'), path.join(socket, '.s.PGSQL.5432.lock')].flatMap((file) => {
    const pid = readPid(file);
    return pid === null ? [] : [{ file, pid, owner: ownerOf(pid, cluster) }];
  });
}

/** Removes those of processes that surely are something else. PostgreSQL goes on to see whether anybody still uses the folder's shared memory. */
export function removeStaleLocks(cluster: string, socket: string): boolean {
  const stale = readLockFiles(cluster, socket).filter(({ owner }) => owner === 'other');
  for (const { file, pid } of stale) if (readPid(file) === pid) rmSync(file, { force: true });
  return stale.length > 0;
}

/** What to do about a lock that stays in the way. */
export function adviceOn({ file, pid, owner }: LockFile): string {
  return owner === 'ours'
    ? `Process ${pid} is a PostgreSQL that works on this folder but does not answer. End it (kill -INT ${pid}), then start again.`
    : `${file} names process ${pid}, and it cannot be seen from here whether that is a PostgreSQL on this folder. If it is not, remove the file and start again.`;
}

function readPid(file: string): number | null {
  try {
    // Negative for one that serves nobody but its owner.
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n', 1)[0]));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function ownerOf(pid: number, cluster: string): Owner {
  if (!isAlive(pid)) return 'gone';
  const seen = existsSync('/proc/self/comm') ? ownerByProc(pid, cluster) : ownerByPs(pid, cluster);
  return isAlive(pid) ? seen : 'gone';
}

/** Linux. The main process of PostgreSQL stands in its data folder. */
function ownerByProc(pid: number, cluster: string): Owner {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return 'other';
    // Not by its name: the same folder may have another in another container.
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return there.dev === here.dev && there.ino === here.ino ? 'ours' : 'other';
  } catch {
    // Another user's process shows its name, but not where it stands.
    return 'unknown';
  }
}

/** macOS. The main process of PostgreSQL goes by the words it was started with. */
function ownerByPs(pid: number, cluster: string): Owner {
  const { status, stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 });
  if (status !== 0 || stdout.trim() === '') return 'unknown';
  if (!stdout.includes('postgres')) return 'other';
  if (stdout.includes(`-D ${cluster} `)) return 'ours';
  return / -D \//.test(stdout) ? 'other' : 'unknown';
}
