import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** More than a whole run keeps at any time. */
const enough = 3 * 1024 ** 3;

/**
 * A folder of its own for databases and images that are thrown away: in memory where the machine has enough of it. Each database is a
 * thousand files, and making and deleting those on a disk costs more than what the tests do with them. Its name tells whose it is.
 */
export async function makeQuickFolder(prefix: `mbari-${string}-`): Promise<string> {
  return mkdtemp(path.join((await hasRoom()) ? inMemory : tmpdir(), `${prefix}${process.pid}-`));
}

/** Removes the folders of runs that were killed before they could. A PostgreSQL that is left in one of them ends itself within a minute. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const parent of [inMemory, tmpdir()])
    for (const name of await readdir(parent).catch(() => []))
      if (isAbandoned(name)) await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
}

function isAbandoned(name: string): boolean {
  const owner = /^mbari-[a-z\d]+-(\d+)-\w{6}$/.exec(name)?.[1];
  return owner !== undefined && !isAlive(Number(owner));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Anything else says that it is somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > enough;
}
