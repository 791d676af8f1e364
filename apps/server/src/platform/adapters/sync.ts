import { open } from 'node:fs/promises';

/** Makes the bytes of a file, or the names in a folder, survive a loss of power. */
export async function sync(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As `sync`, for a folder that may lie on a stick or a share: some of these cannot sync a folder. */
export async function syncFolderIfPossible(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}
