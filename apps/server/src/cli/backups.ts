import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BackupResult, createBackup, type Source } from '../operations/backup/create-backup.ts';
import { restoreBackup, type RestoreResult } from '../operations/backup/restore-backup.ts';
import { verifyBackup } from '../operations/backup/verify-backup.ts';
import { openImageStore } from '../platform/adapters/s3-image-store.ts';
import { connectionFor, startDatabase } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { requireSession } from '../platform/db/session.ts';
import { environment } from '../platform/environment.ts';
import { UsageError } from './command.ts';
import { showProgress, type Watched } from './progress.ts';

interface BackupArguments {
  'file': string;
  'verify': boolean;
  'without-secrets': boolean;
  'json': boolean;
}

export async function makeBackup({ verify, json, ...given }: BackupArguments): Promise<void> {
  const file = path.resolve(given.file);
  const withSecrets = !given['without-secrets'];
  if (verify) {
    if (!withSecrets) throw new UsageError('--without-secrets cannot be combined with --verify.');
    return verifyFile(file, json);
  }
  const backup = await withCommunity((options, source) => createBackup(source, file, { ...options, withSecrets }));
  if (backup.missing.count > 0) process.exitCode = 3;
  if (json) {
    const { size, rows, pictures, missing } = backup;
    return console.log(JSON.stringify({ file, bytes: size, rows, image_files: pictures.files, missing_files: missing }));
  }
  console.log(`${file}: ${describe(backup)}.`);
  if (!withSecrets)
    console.log(
      'It does not contain the secrets. Back up MBARI_DATA/secrets separately, or authenticator apps stop working after a restore.',
    );
  if (backup.missing.count === 0) return;
  console.error(
    `\nWARNING: ${backup.missing.count} image files could not be read and are missing in the backup. Everything else is complete. The first ones:\n  ${backup.missing.names.join('\n  ')}`,
  );
}

async function verifyFile(file: string, json: boolean): Promise<void> {
  const { config } = environment();
  const { manifest, unknownTables } = await showProgress((options) => verifyBackup(config, file, options));
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
  const file = path.resolve(given.file);
  const { config } = environment();
  const { manifest, newMigrations, unknownTables, lockedOut } = await showProgress((options) => restoreBackup(config, file, options));
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
  if (manifest.pictures.missing > 0) console.log(`${manifest.pictures.missing} image files were already missing when the backup was made.`);
}

/** Runs no migrations: a backup before an upgrade contains the old schema. */
async function withCommunity<Result>(work: (options: Watched, source: Source) => Promise<Result>): Promise<Result> {
  const { config } = environment();
  if (config.database.kind === 'embedded' && !existsSync(path.join(config.dataFolder, 'database')))
    throw new Error(`There is no community in ${config.dataFolder}: nothing to back up. Check MBARI_DATA.`);
  const embedded = await startDatabase(config);
  try {
    const connection = await connectionFor(config);
    await requireSession(connection);
    const db = openDatabase(connection);
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
  `${count(rows, 'row')} and ${count(pictures.files, 'image file')} in ${(size / 1024 ** 2).toFixed(1)} MB`;

const describeManifest = ({ made_at, tables, pictures }: RestoreResult['manifest']): string =>
  `the backup of ${made_at.slice(0, 16).replace('T', ' ')} UTC with ${count(countRows(tables), 'row')} and ${count(pictures.files, 'image file')}`;

const countRows = (tables: RestoreResult['manifest']['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const count = (n: number, noun: string): string => `${n.toLocaleString('en-GB')} ${noun}${n === 1 ? '' : 's'}`;
