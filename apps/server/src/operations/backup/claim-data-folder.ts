import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialEnding, replaceFile, writeNewFile } from '../../platform/adapters/new-file.ts';
import { isAlive } from '../../platform/db/embedded/cluster.ts';
import { restoreMarker } from '../../platform/db/restore-marker.ts';
import { newId } from '../../platform/ids.ts';
import { isSecretName } from './manifest.ts';

/** A data folder reserved for a restore. The server does not start on it until `finish`. */
export interface ClaimedFolder {
  /** Id of this restore, or of the interrupted one that it continues. */
  id: string;
  /** A restore was interrupted here. Only the database knows whether its rows were committed. */
  wasInterrupted: boolean;
  /** Deletes the files of an interrupted restore. Requires that its rows were rolled back. */
  discardInterrupted(): Promise<void>;
  finish(): Promise<void>;
  /** Empties the folder after a failure. */
  empty(): Promise<void>;
}

/** Everything that a restore, or its database, creates in a data folder. */
const creatableEntries = ['database', 'logs', 'run', 'secrets', 'uploads'];
/** Created by the file system of a volume. */
const ignoredEntries = new Set(['lost+found']);

/** Throws if the folder has other content, or if another restore runs. */
export async function claimDataFolder(dataFolder: string, archive: string): Promise<ClaimedFolder> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 });
  const marker = restoreMarker(dataFolder);
  const earlierMarker = await readMarker(marker);
  if (earlierMarker && earlierMarker.pid > 0 && earlierMarker.pid !== process.pid && isAlive(earlierMarker.pid))
    throw new Error(
      `Another restore into ${dataFolder} is running (process ${earlierMarker.pid}). If that process is not a restore, set "pid" to 0 in ${marker} and run this again.`,
    );
  const isPartial = (name: string): boolean => name.replace(partialEnding, '') === path.basename(marker);
  const isCreatableEntry = (name: string): boolean => creatableEntries.includes(name) || name.startsWith('database.draft-');
  const names = await readdir(dataFolder);
  const foreignEntries = names.filter(
    (name) => !ignoredEntries.has(name) && !isPartial(name) && !(earlierMarker && isCreatableEntry(name)),
  );
  if (foreignEntries.length > 0)
    throw new Error(
      `${dataFolder} is not empty: it contains ${joinNames(foreignEntries)}. A restore overwrites nothing. Move it away, or set MBARI_DATA to another folder.`,
    );
  const id = earlierMarker?.archive === archive ? earlierMarker.id : newId();
  const { pid } = process;
  // Keeps the earlier id, because its rows may be committed and are found by that id only.
  if (earlierMarker) await replaceFile(marker, JSON.stringify({ ...earlierMarker, pid }));
  else await writeNewFile(marker, (handle) => handle.writeFile(JSON.stringify({ id, pid, archive })));
  const remove = (name: string): Promise<void> => rm(path.join(dataFolder, name), { recursive: true, force: true, maxRetries: 3 });
  for (const name of names.filter((name) => partialEnding.test(name) && isPartial(name))) await remove(name);
  return {
    id,
    wasInterrupted: earlierMarker !== null,
    async discardInterrupted() {
      if (earlierMarker) await replaceFile(marker, JSON.stringify({ id, pid, archive }));
      await remove('uploads');
      for (const name of await readdir(path.join(dataFolder, 'secrets')).catch(() => []))
        if (isSecretName(name)) await remove(path.join('secrets', name));
    },
    finish: () => rm(marker),
    async empty() {
      for (const name of creatableEntries) await remove(name);
      await rm(marker);
    },
  };
}

async function readMarker(marker: string): Promise<{ id: string; pid: number; archive: string } | null> {
  const text = await readFile(marker, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as { id: string; pid: number; archive: string };
  } catch {
    // Unreadable marker of an unknown restore.
    return { id: '', pid: 0, archive: '' };
  }
}

export const joinNames = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
