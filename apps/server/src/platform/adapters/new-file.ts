import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describeStorageFault } from './storage-faults.ts';

/** Returns a random draft name, because process ids are not unique across containers. Leftover drafts are never read. */
const partialOf = (file: string): string => `${file}.partial-${randomBytes(6).toString('hex')}`;

export const partialEnding = /\.partial-[0-9a-f]+$/;

/** Writes a new private file, complete and durable once it has its name. Never overwrites a file, not even one created meanwhile. */
export async function writeNewFile<Result>(file: string, write: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  await requireUnusedName(file);
  const partial = partialOf(file);
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(describeStorageFault(Object.assign(error, { path: path.dirname(file) })) ?? error.message, { cause: error });
  });
  try {
    const result = await write(handle);
    await handle.sync();
    await handle.close();
    await linkToName(partial, file);
    await syncFolderIfPossible(path.dirname(file));
    return result;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
  }
}

/** Replaces a file atomically. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const partial = partialOf(file);
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
    await syncFolderIfPossible(path.dirname(file));
  } finally {
    await rm(partial, { force: true });
  }
}

export async function sync(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Like `sync`, but ignores errors: some USB sticks and network shares cannot sync a folder. */
export async function syncFolderIfPossible(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function requireUnusedName(file: string): Promise<void> {
  // A dangling symlink also occupies the name.
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw nameTakenError(file);
}

const nameTakenError = (file: string): Error => new Error(`${file} already exists, and files are never overwritten. Name another file.`);

/** Links the draft, which unlike a rename fails if the name is taken. Without hard links, an empty file reserves the name first. */
async function linkToName(partial: string, file: string): Promise<void> {
  try {
    return await link(partial, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw nameTakenError(file);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  }
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? nameTakenError(file) : error;
  });
  await handle.close();
  await rename(partial, file).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
}
