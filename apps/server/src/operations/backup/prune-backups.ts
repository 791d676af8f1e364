import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialEnding } from '../../platform/adapters/new-file.ts';

/** Sorts by time. */
export const nightlyName = (at: Date): string => `mbari-${at.toISOString().slice(0, 16).replace(':', '')}Z.tar`;

const ours = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z\.tar$/;
const isLeftOver = (name: string): boolean => partialEnding.test(name) && ours.test(name.replace(partialEnding, ''));

/** Deletes partial files of killed backups, which would fill the disk. Requires the nightly lock, so that nobody writes to them. */
export async function removeLeftOvers(folder: string): Promise<void> {
  // The write reports a missing folder.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isLeftOver)) await rm(path.join(folder, name), { force: true });
}

export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const old = (await readdir(folder))
    .filter((name) => ours.test(name))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old;
}
