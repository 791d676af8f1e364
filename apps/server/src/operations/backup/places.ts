import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { partialEnding } from '../../platform/adapters/new-file.ts';
import { listAll, openBucket } from '../../platform/adapters/s3-bucket.ts';
import type { BackupBucket, BackupConfig } from '../../platform/config-storage.ts';
import { explainError } from '../../platform/explain-error.ts';
import { bucketArchive, deleteOldBackups } from './bucket-archive.ts';
import { type BackupOptions, type BackupResult, createBackup, createBucketBackup, type Source } from './create-backup.ts';
import { backupName, describeBucket, listBackups, nameAt, openEncryptedBucket, type StoredBackup } from './encrypted-bucket.ts';
import { type Archive, archiveFile } from './read-archive.ts';

/** Folder or object store that receives the nightly backups. */
export interface BackupPlace {
  title: string;
  /** Name of a backup made at that time. Names sort by time. */
  nameAt(time: Date): string;
  /** Returns complete backups, newest first. Files with other names are not ours. */
  list(): Promise<StoredBackup[]>;
  /** Requires the lock of backups, so that no other backup is written. */
  write(source: Source, name: string, options: BackupOptions): Promise<WrittenBackup>;
  open(name: string): Promise<Archive>;
}

export interface WrittenBackup extends BackupResult {
  /** Deletes all but the newest backups. Returns their names. */
  deleteOld: (keep: number) => Promise<string[]>;
}

export const placesOf = ({ folder, bucket }: BackupConfig): BackupPlace[] => [
  ...(folder === null ? [] : [openFolder(folder)]),
  ...(bucket === null ? [] : [openStore(bucket)]),
];

/**
 * Returns the failures as sentences. A failure of one place does not stop the others, but the signal does: the queue
 * retries after a shutdown.
 */
export async function tryEach<Place extends Pick<BackupPlace, 'title'>>(
  places: readonly Place[],
  work: (place: Place) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<string[]> {
  const failures: string[] = [];
  for (const place of places)
    await work(place).catch((error: unknown) => {
      signal?.throwIfAborted();
      const failure = explainError(error).replace(/\.?$/, '.');
      failures.push(places.length > 1 ? `${place.title}: ${failure}` : failure);
    });
  return failures;
}

/** Finds the newest backup of all places that can be read. */
export async function findNewestBackup(
  places: readonly BackupPlace[],
): Promise<{ newest: { place: BackupPlace; name: string } | null; failures: string[] }> {
  let newest: { place: BackupPlace; name: string } | null = null;
  const failures = await tryEach(places, async (place) => {
    const [backup] = await place.list();
    if (backup && (newest === null || backup.name > newest.name)) newest = { place, name: backup.name };
  });
  return { newest, failures };
}

const ending = '.tar';
const isArchive = (name: string): boolean => name.endsWith(ending) && backupName.test(name.slice(0, -ending.length));
const isPartialFile = (name: string): boolean => partialEnding.test(name) && isArchive(name.replace(partialEnding, ''));

function openFolder(folder: string): BackupPlace {
  const list = async (): Promise<StoredBackup[]> => {
    const names = (await readdir(folder)).filter(isArchive).sort();
    return Promise.all(
      names.reverse().map(async (name) => ({ name, bytes: (await stat(path.join(folder, name))).size, isComplete: true })),
    );
  };
  return {
    title: folder,
    nameAt: (time) => nameAt(time) + ending,
    list,
    async write(source, name, options) {
      await deletePartialFiles(folder);
      const result = await createBackup(source, path.join(folder, name), options);
      return {
        ...result,
        async deleteOld(keep) {
          const oldNames = (await list()).slice(keep).map((backup) => backup.name);
          for (const oldName of oldNames) await rm(path.join(folder, oldName), { force: true });
          return oldNames;
        },
      };
    },
    open: (name) => Promise.resolve(archiveFile(path.join(folder, name))),
  };
}

/** Deletes partial files of killed backups, which would fill the disk. */
async function deletePartialFiles(folder: string): Promise<void> {
  // Ignores a missing folder; writing the backup reports it.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isPartialFile)) await rm(path.join(folder, name), { force: true });
}

export function openStore(config: BackupBucket): BackupPlace {
  return {
    title: describeBucket(config.s3),
    nameAt,
    async list() {
      const bucket = openBucket(config.s3);
      return (await listBackups({ list: (prefix) => listAll(bucket, prefix) })).filter(({ isComplete }) => isComplete);
    },
    async write(source, name, options) {
      const bucket = await openEncryptedBucket(config, { create: true });
      if ((await listBackups(bucket)).some((backup) => backup.name === name))
        throw new Error(`${name} already exists, and backups are never overwritten. Try again in a minute.`);
      const { unnamed, ...result } = await createBucketBackup(source, bucket, name, options);
      return { ...result, deleteOld: (keep) => deleteOldBackups(bucket, keep, unnamed) };
    },
    open: async (name) => bucketArchive(await openEncryptedBucket(config), name),
  };
}
