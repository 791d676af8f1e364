import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partialEnding } from '../../platform/adapters/new-file.ts';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { type BackupResult, createBackup } from './create-backup.ts';
import { updateBackupFailure, updateBackupSuccess, tryNightlyLock } from './queries.ts';

/** Writes a backup to BACKUP_DIR and deletes the oldest. Stores the result for `doctor` and `/metrics` of every node. */
export const makeNightlyBackup: Task = async (_payload, { context, signal }) => {
  const { backup } = context.config;
  if (backup === null) return;
  const lock = await context.db.pool.connect();
  try {
    // The queue may restart a job that runs for hours, on another node.
    if (!(await tryNightlyLock(lock))) return;
    await writeNightlyBackup(context, backup, signal);
  } finally {
    lock.release(true);
  }
};

async function writeNightlyBackup(
  context: Context,
  { folder, keep }: { folder: string; keep: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, log, now } = context;
  const startedAt = Date.now();
  const file = nightlyFileName(now());
  let result: BackupResult;
  try {
    await deletePartialFiles(folder);
    result = await createBackup(context, path.join(folder, file), { withSecrets: true, signal });
  } catch (error) {
    // On shutdown, the queue retries the job.
    if (!signal.aborted) await updateBackupFailure(db, (error as Error).message);
    throw error;
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  await updateBackupSuccess(db, { file, size_bytes: String(result.size), seconds, missing_files: result.missing.count });
  log.info({ file, bytes: result.size, seconds }, 'nightly backup made');
  if (result.missing.count > 0)
    log.error({ files: result.missing.count, first: result.missing.names[0] }, 'image files are missing in the nightly backup');
  const deletedNames = await deleteOldBackups(folder, keep);
  if (deletedNames.length > 0) log.info({ removed: deletedNames }, 'old backups removed');
}

/** Names sort by time. */
export const nightlyFileName = (time: Date): string => `mbari-${time.toISOString().slice(0, 16).replace(':', '')}Z.tar`;

const nightlyPattern = /^mbari-\d{4}-\d{2}-\d{2}T\d{4}Z\.tar$/;
const isPartialFile = (name: string): boolean => partialEnding.test(name) && nightlyPattern.test(name.replace(partialEnding, ''));

/** Deletes partial files of killed backups, which would fill the disk. Requires the nightly lock, so that no backup writes to them. */
async function deletePartialFiles(folder: string): Promise<void> {
  // Ignores a missing folder; writing the backup reports it.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isPartialFile)) await rm(path.join(folder, name), { force: true });
}

/** Returns the names of the nightly backups, the newest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => nightlyPattern.test(name))
    .sort()
    .reverse();

async function deleteOldBackups(folder: string, keep: number): Promise<string[]> {
  const oldNames = (await listBackups(folder)).slice(keep);
  for (const name of oldNames) await rm(path.join(folder, name), { force: true });
  return oldNames;
}
