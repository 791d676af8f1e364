import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { type BackupPlace, placesOf, tryEach, type WrittenBackup } from './places.ts';
import * as queries from './queries.ts';
import { testRestore } from './verify-backup.ts';

/** Writes a backup to each place and deletes the oldest. Stores the result for `doctor` and `/metrics` of every node. */
export const makeNightlyBackup: Task = async (_payload, { context, signal, attempt }) =>
  withBackupLock(context, async () => {
    const { db, log, now } = context;
    const places = context.config.backup ? placesOf(context.config.backup) : [];
    const startedAt = Date.now();
    const written: (WrittenBackup & { name: string; title: string })[] = [];
    const write = async (place: BackupPlace): Promise<void> => {
      if (attempt > 1 && (await hasRecentBackup(place, now()))) return;
      const name = place.nameAt(now());
      written.push({ name, title: place.title, ...(await place.write(context, name, { withSecrets: true, signal })) });
    };
    const failures = await tryEach(places, write, signal);
    if (failures.length === 0 && written.length > 0) {
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      const sum = (figure: (backup: WrittenBackup) => number): number => written.reduce((total, backup) => total + figure(backup), 0);
      const figures = {
        size_bytes: String(sum(({ size }) => size)),
        seconds,
        missing_files: Math.max(...written.map(({ missing }) => missing.count)),
      };
      await queries.updateBackupSuccess(db, { file: written[0]!.name, ...figures });
      log.info({ file: written[0]!.name, ...figures }, 'nightly backup made');
    }
    const prune = async ({ missing, deleteOld }: WrittenBackup): Promise<void> => {
      if (missing.count > 0) log.error({ files: missing.count, first: missing.names[0] }, 'image files are missing in the nightly backup');
      const removed = await deleteOld(context.config.backup!.keep);
      if (removed.length > 0) log.info({ removed }, 'old backups removed');
    };
    const failure = [...failures, ...(await tryEach(written, prune, signal))].join(' ');
    if (failure === '') return;
    await queries.updateBackupFailure(db, failure);
    throw new Error(failure);
  });

/** Restores the newest backup of each place into a temporary database, and stores the result. */
export const testNewestBackup: Task = async (_payload, { context, signal }) =>
  withBackupLock(context, async () => {
    const places = context.config.backup ? placesOf(context.config.backup) : [];
    const startedAt = Date.now();
    let file = '';
    const test = async (place: BackupPlace): Promise<void> => {
      const [newest] = await place.list();
      if (!newest) throw new Error('there is no backup');
      file ||= newest.name;
      await testRestore(context.config, await place.open(newest.name), { signal });
    };
    const failure = (await tryEach(places, test, signal)).join(' ');
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    if (failure !== '') await queries.updateRestoreTestFailure(context.db, failure);
    else if (places.length > 0) await queries.updateRestoreTestSuccess(context.db, { restored_file: file, restore_seconds: seconds });
    if (failure !== '') throw new Error(failure);
  });

/** Throws while another node or the command does such work, so that the queue retries. It may restart a job that runs for hours. */
async function withBackupLock({ db }: Context, work: () => Promise<void>): Promise<void> {
  const lock = await db.pool.connect();
  try {
    await queries.requireBackupLock(lock);
    await work().finally(() => queries.releaseBackupLock(lock).catch(() => undefined));
  } finally {
    lock.release(true);
  }
}

/** A retry writes only to the places that failed, so that repeated failures of one do not push older backups out of the other. */
async function hasRecentBackup(place: BackupPlace, now: Date): Promise<boolean> {
  const [newest] = await place.list();
  return newest !== undefined && newest.name > place.nameAt(new Date(now.getTime() - 12 * 60 * 60 * 1000));
}
