import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Sorts by time. */
export const nightlyName = (at: Date): string => `mbari-${at.toISOString().slice(0, 16).replace(':', '')}Z.tar`;

const ours = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z\.tar$/;
const leftOver = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z\.tar\.partial-\d+$/;
const aDay = 24 * 60 * 60 * 1000;

/** Takes away all but the newest nightly backups, and what one that was killed left. Whatever has another name is not ours to touch. */
export async function pruneBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => ours.test(name))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of names.filter((one) => leftOver.test(one))) {
    const age = now.getTime() - (await stat(path.join(folder, name))).mtimeMs;
    if (age > aDay) old.push(name);
  }
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old;
}
