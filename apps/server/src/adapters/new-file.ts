import { constants } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where a file is written until it is whole. A process that was killed leaves it behind; nothing reads it. */
const partialOf = (file: string): string => `${file}.partial-${process.pid}`;

/**
 * Writes a file that is not there yet: for its owner alone, whole and durable once it has its name, or not at all. What is there
 * already is never overwritten, not even if it came to be meanwhile.
 */
export async function writeNewFile<Result>(file: string, write: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  await refuseIfThere(file);
  const partial = partialOf(file);
  const handle = await open(partial, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written (${error.code}). Name a file in a folder that is there and may be written.`, {
      cause: error,
    });
  });
  try {
    const result = await write(handle);
    await handle.sync();
    await handle.close();
    await giveName(partial, file);
    await syncFolder(path.dirname(file));
    return result;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
  }
}

async function refuseIfThere(file: string): Promise<void> {
  const isThere = await access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`${file} is there already, and what is there is never overwritten. Name another file.`);
}

/** A link fails where the name is taken, which a rename would not. Sticks and shares often know no links: there the name is taken first. */
async function giveName(partial: string, file: string): Promise<void> {
  try {
    return await link(partial, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return refuseIfThere(file);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  }
  await (await open(file, 'wx', 0o600)).close();
  await rename(partial, file);
}

/** Makes the names in a folder outlive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems know no such thing for folders.
  await handle.sync().catch(() => undefined);
  await handle.close();
}
