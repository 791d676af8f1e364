import { open } from 'node:fs/promises';

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
