import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BackupOptions, type BackupResult, createBackup, type Source } from '../operations/backup/create-backup.ts';
import { handoverChecklist } from '../operations/backup/handover-checklist.ts';
import { type BackupPlace, openStore, placesOf } from '../operations/backup/places.ts';
import { findHandoverFacts, requireBackupLock } from '../operations/backup/queries.ts';
import { type Archive, archiveFile } from '../operations/backup/read-archive.ts';
import { restoreBackup, type RestoreResult } from '../operations/backup/restore-backup.ts';
import type { Takeover } from '../operations/backup/take-over.ts';
import { verifyBackup } from '../operations/backup/verify-backup.ts';
import { isInUse } from '../operations/renew-signing-key.ts';
import { writeNewFile } from '../platform/adapters/new-file.ts';
import { openImageStore } from '../platform/adapters/s3-image-store.ts';
import { listSettings } from '../platform/config.ts';
import { connectionFor, requireSession, startDatabase } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { environment } from '../platform/environment.ts';
import { programName } from '../platform/program.ts';
import { UsageError } from './command.ts';
import { showProgress, type Watched } from './progress.ts';

interface BackupArguments {
  'file': string;
  'verify': boolean;
  'without-secrets': boolean;
  'json': boolean;
}

export async function makeBackup({ verify, json, ...given }: BackupArguments): Promise<void> {
  const withSecrets = !given['without-secrets'];
  if (verify) {
    if (!withSecrets) throw new UsageError('--without-secrets cannot be combined with --verify.');
    return verifyArchive(given.file, json);
  }
  const { file, ...backup } = await withCommunity((options, source) => writeBackup(source, given.file, { ...options, withSecrets }));
  if (backup.missing.count > 0) process.exitCode = 3;
  if (json) return console.log(JSON.stringify(asJson(file, backup)));
  console.log(`${file}: ${describe(backup)}.`);
  if (!withSecrets)
    console.log(
      'It does not contain the secrets. Back up MBARI_DATA/secrets separately, or authenticator apps stop working after a restore.',
    );
  warnOfMissing(backup);
}

/** Writes the archive, and its checklist beside it once the archive is complete. */
export async function handOver({ json, ...given }: { file: string; json: boolean }): Promise<void> {
  const file = path.resolve(given.file);
  const checklist = `${file.replace(/\.tar$/, '')}.md`;
  const { backup, wasRunning } = await withCommunity(async (options, source) => {
    const { config, db, now } = source;
    const wasRunning = await isInUse(db);
    const facts = await findHandoverFacts(db.pool);
    return writeNewFile(checklist, async (handle) => {
      const backup = await createBackup(source, file, { ...options, withSecrets: true, isHandover: true });
      const settings = listSettings(process.env, process.cwd());
      const about = { archive: path.basename(file), madeAt: now(), publicUrl: config.publicUrl.origin, settings, wasRunning };
      await handle.writeFile(handoverChecklist({ ...facts, ...about }));
      return { backup, wasRunning };
    });
  }, 'mbari handover');
  if (backup.missing.count > 0) process.exitCode = 3;
  if (json) return console.log(JSON.stringify({ ...asJson(file, backup), checklist, was_running: wasRunning }));
  console.log(`${file}: ${describe(backup)}, with the secrets.\n${checklist}: what both operators have to do.`);
  if (wasRunning) console.error('\nWARNING: the server was running. What is posted from now on is not in the archive.');
  warnOfMissing(backup);
}

const asJson = (file: string, { size, rows, pictures, missing }: BackupResult) => ({
  file,
  bytes: size,
  rows,
  image_files: pictures.files,
  missing_files: missing,
});

function warnOfMissing({ missing }: BackupResult): void {
  if (missing.count === 0) return;
  console.error(
    `\nWARNING: ${missing.count} image files could not be read and are missing in the backup. Everything else is complete. The first ones:\n  ${missing.names.join('\n  ')}`,
  );
}

async function writeBackup(source: Source, given: string, options: BackupOptions): Promise<BackupResult & { file: string }> {
  if (!given.startsWith(storePrefix)) {
    const file = path.resolve(given);
    return { file, ...(await createBackup(source, file, options)) };
  }
  if (given !== storePrefix) throw new UsageError(`A new backup in the object store is named by its time: write ${storePrefix}`);
  const store = requireStore();
  const name = store.nameAt(source.now());
  const lock = await source.db.pool.connect();
  try {
    await requireBackupLock(lock);
    return { file: storePrefix + name, ...(await store.write(source, name, options)) };
  } finally {
    lock.release(true);
  }
}

/** Stands for the object store in the place of a file, alone or before the name of a backup. */
const storePrefix = 's3:';

function requireStore(): BackupPlace {
  const bucket = environment().config.backup?.bucket;
  if (!bucket) throw new Error('There is no object store for backups: BACKUP_S3_* and BACKUP_PASSPHRASE are not set.');
  return openStore(bucket);
}

/** Opens a file, or a backup in the object store: the newest if none is named. */
export async function openArchive(given: string): Promise<{ file: string; archive: Archive }> {
  if (!given.startsWith(storePrefix)) return { file: path.resolve(given), archive: archiveFile(path.resolve(given)) };
  const store = requireStore();
  const name = given.slice(storePrefix.length);
  const backup = (await store.list()).find((one) => name === '' || one.name === name);
  if (!backup) throw new Error(`There is no backup ${name && `${name} `}in ${store.title}.`);
  return { file: storePrefix + backup.name, archive: await store.open(backup.name) };
}

export async function listBackups({ json }: { json: boolean }): Promise<void> {
  const { backup: config } = environment().config;
  if (config === null) throw new Error('There is no place for backups: neither BACKUP_DIR nor BACKUP_S3_* is set.');
  const places = placesOf(config);
  const lists = await Promise.all(places.map(async (place) => ({ place: place.title, backups: await place.list() })));
  if (json)
    return console.log(
      JSON.stringify(lists.map(({ place, backups }) => ({ place, backups: backups.map(({ name, bytes }) => ({ name, bytes })) }))),
    );
  for (const { place, backups } of lists) {
    console.log(`${place}: ${backups.length === 0 ? 'no backups' : count(backups.length, 'backup')}`);
    for (const { name, bytes } of backups) console.log(`  ${name}  ${megabytes(bytes)}`);
  }
}

async function verifyArchive(given: string, json: boolean): Promise<void> {
  const { config } = environment();
  const { file, archive } = await openArchive(given);
  const { manifest, unknownTables } = await showProgress((options) => verifyBackup(config, archive, options));
  if (json) {
    const { made_at, tables, pictures } = manifest;
    return console.log(
      JSON.stringify({ file, made_at, rows: countRows(tables), image_files: pictures.files, skipped_tables: unknownTables }),
    );
  }
  printUnknownTables(unknownTables);
  console.log(`${file} is complete and can be restored: ${describeManifest(manifest)}.`);
}

export async function restore(given: { file: string }): Promise<void> {
  const { config } = environment();
  const { archive } = await openArchive(given.file);
  const { manifest, newMigrations, unknownTables, lockedOut, takeover } = await showProgress((options) =>
    restoreBackup(config, archive, options),
  );
  printUnknownTables(unknownTables);
  console.log(`Restored ${describeManifest(manifest)} into ${config.dataFolder}.`);
  if (newMigrations.length > 0) console.log(`Migrations run: ${newMigrations.join(', ')}.`);
  if (manifest.secrets === null)
    console.log(
      'The archive has no secrets, so a new signing key was created. Links mailed earlier no longer work, push notifications must be turned on again, and webhooks must be added again.',
    );
  if (lockedOut.length > 0)
    console.log(
      `Two-step sign-in was turned off for these members, because it needs the old key. They are informed by mail:\n  ${lockedOut.join('\n  ')}`,
    );
  if (takeover) printTakeover(takeover, manifest.handed_over_from!, config.publicUrl.origin);
  if (manifest.pictures.missing > 0) console.log(`${manifest.pictures.missing} image files were already missing when the backup was made.`);
}

function printTakeover({ rewrittenRows, suspendedAdmins }: Takeover, from: string, to: string): void {
  if (from !== to) console.log(`The address changed from ${from} to ${to}: links in ${count(rewrittenRows, 'text')} were rewritten.`);
  if (suspendedAdmins.length > 0)
    console.log(
      `These admins are members until they set a new password by email. They are informed by mail; "${programName} admin promote NAME" does the same at once:\n  ${suspendedAdmins.join('\n  ')}`,
    );
}

/** Runs no migrations: a backup before an upgrade contains the old schema. */
async function withCommunity<Result>(
  work: (options: Watched, source: Source) => Promise<Result>,
  application_name = 'mbari',
): Promise<Result> {
  const { config } = environment();
  if (config.database.kind === 'embedded' && !existsSync(path.join(config.dataFolder, 'database')))
    throw new Error(`There is no community in ${config.dataFolder}: nothing to back up. Check MBARI_DATA.`);
  const embedded = await startDatabase(config);
  try {
    const connection = await connectionFor(config);
    await requireSession(connection);
    const db = openDatabase({ ...connection, application_name });
    try {
      const source = { config, db, store: await openImageStore(config), now: () => new Date() };
      return await showProgress((options) => work(options, source));
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
  }
}

const printUnknownTables = (names: string[]): void => {
  if (names.length > 0) console.log(`Skipped tables that do not belong to Mbari: ${names.join(', ')}.`);
};

const describe = ({ size, rows, pictures }: BackupResult): string =>
  `${count(rows, 'row')} and ${count(pictures.files, 'image file')} in ${megabytes(size)}`;

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

const describeManifest = ({ made_at, tables, pictures }: RestoreResult['manifest']): string =>
  `the backup of ${made_at.slice(0, 16).replace('T', ' ')} UTC with ${count(countRows(tables), 'row')} and ${count(pictures.files, 'image file')}`;

const countRows = (tables: RestoreResult['manifest']['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const count = (n: number, noun: string): string => `${n.toLocaleString('en-GB')} ${noun}${n === 1 ? '' : 's'}`;
