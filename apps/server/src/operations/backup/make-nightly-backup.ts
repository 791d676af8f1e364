import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialEnding } from '../../platform/adapters/new-file.ts';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { type BackupMade, createBackup } from './create-backup.ts';
import { noteFailure, noteSuccess, takeNightlyLock } from './queries.ts';

/** Writes a backup to BACKUP_DIR and deletes the oldest. Stores the result for `doctor` and `/metrics` of every node. */
export const makeNightlyBackup: Task = async (_payload, { context, signal }) => {
  const { backup } = context.config;
  if (backup === null) return;
  const lock = await context.db.pool.connect();
  try {
    // The queue may start a job of several hours on a second node.
    if (!(await takeNightlyLock(lock))) return;
    await makeOne(context, backup, signal);
  } finally {
    lock.release(true);
  }
};

async function makeOne(context: Context, { folder, keep }: { folder: string; keep: number }, signal: AbortSignal): Promise<void> {
  const { db, log, now } = context;
  const began = Date.now();
  const file = nightlyName(now());
  let made: BackupMade;
  try {
    await removeLeftOvers(folder);
    made = await createBackup(context, path.join(folder, file), { withSecrets: true, signal });
  } catch (error) {
    // On shutdown, the queue retries the job.
    if (!signal.aborted) await noteFailure(db, (error as Error).message);
    throw error;
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  await noteSuccess(db, { file, size: made.size, seconds, missing: made.missing.count });
  log.info({ file, bytes: made.size, seconds }, 'nightly backup made');
  if (made.missing.count > 0)
    log.error({ files: made.missing.count, first: made.missing.names[0] }, 'image files are missing in the nightly backup');
  const removed = await pruneBackups(folder, keep);
  if (removed.length > 0) log.info({ removed }, 'old backups removed');
}

/** Sorts by time. */
export const nightlyName = (at: Date): string => `mbari-${at.toISOString().slice(0, 16).replace(':', '')}Z.tar`;

const ours = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z\.tar$/;
const isLeftOver = (name: string): boolean => partialEnding.test(name) && ours.test(name.replace(partialEnding, ''));

/** Deletes partial files of killed backups, which would fill the disk. Requires the nightly lock, so that nobody writes to them. */
async function removeLeftOvers(folder: string): Promise<void> {
  // The write reports a missing folder.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isLeftOver)) await rm(path.join(folder, name), { force: true });
}

async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const old = (await readdir(folder))
    .filter((name) => ours.test(name))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old;
}
