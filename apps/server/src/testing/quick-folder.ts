import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** More bytes than a run ever needs. */
const enough = 3 * 1024 ** 3;

/**
 * Creates a temporary folder for databases and images, in memory if enough is free. On disk, creating and deleting the databases' files
 * costs more than the tests. The name contains the process id.
 */
export async function makeQuickFolder(prefix: `mbari-${string}-`): Promise<string> {
  return mkdtemp(path.join((await hasRoom()) ? inMemory : tmpdir(), `${prefix}${process.pid}-`));
}

/** Removes the folders of killed runs. A PostgreSQL whose folder is removed stops within a minute. */
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
    // Any other error means that the process exists, under another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > enough;
}
