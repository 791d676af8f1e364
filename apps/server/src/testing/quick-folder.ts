import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** More than a whole run keeps at any time. */
const enough = 3 * 1024 ** 3;

/**
 * A folder of its own for databases and images that are thrown away: in memory where the machine has enough of it. Each database is a
 * thousand files, and making and deleting those on a disk costs more than what the tests do with them.
 */
export async function makeQuickFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join((await hasRoom()) ? inMemory : tmpdir(), prefix));
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > enough;
}
