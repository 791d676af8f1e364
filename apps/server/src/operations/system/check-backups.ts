import { access, constants } from 'node:fs/promises';
import { checkBucket } from '../../platform/adapters/s3-bucket.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type BackupState,
  daysUntested,
  findBackupState,
  hasBackupFailed,
  hasRestoreFailed,
  isRestoreTestOverdue,
} from '../../platform/db/state.ts';
import { programName } from '../../platform/program.ts';
import { placesOf } from '../backup/places.ts';

/** Maximum age of the last backup: a day, plus two hours to write it. */
const oldest = 26 * 60 * 60 * 1000;

export async function checkBackups({ backup }: Config, openDatabase: () => Promise<Database>): Promise<string> {
  if (backup === null) return `no nightly backups (BACKUP_DIR, BACKUP_S3_*). Make one regularly: ${programName} backup FILE`;
  if (backup.folder !== null) await access(backup.folder, constants.W_OK);
  if (backup.bucket !== null) await checkBucket(backup.bucket.s3);
  const places = placesOf(backup).map(({ title }) => title);
  // A database without migrations has no `backup_state` table.
  const { pool } = await openDatabase();
  const state = await findBackupState(pool).catch(() => undefined);
  return describeState(state, `${places.join(' and ')} at ${backup.hour}:00 UTC`) + (state ? describeRestoreTest(state) : '');
}

function describeState(state: BackupState | undefined, plan: string): string {
  const { succeeded_at, failure, file, missing_files } = state ?? {};
  const hasFailed = state !== undefined && hasBackupFailed(state);
  if (!succeeded_at) {
    if (hasFailed) throw new Error(`none yet. The last attempt failed: ${failure}`);
    return `into ${plan}; none yet`;
  }
  const hours = Math.floor((Date.now() - succeeded_at.getTime()) / 3_600_000);
  if (hours * 3_600_000 >= oldest)
    throw new Error(
      `the last one was made ${hours} hours ago. ${hasFailed ? `The last attempt failed: ${failure}` : 'Does the server run at that hour?'}`,
    );
  if (hasFailed) throw new Error(`${file} was made ${hours} hours ago, but the last attempt failed: ${failure}`);
  if (missing_files) throw new Error(`${missing_files} image files could not be read for ${file}. Check the disk of MBARI_DATA.`);
  return `into ${plan}; ${file} was made ${hours} hours ago`;
}

function describeRestoreTest(state: BackupState): string {
  if (hasRestoreFailed(state)) throw new Error(`the weekly test restore failed: ${state.restore_failure}`);
  const { restored_at, restored_file, restore_seconds } = state;
  const days = daysUntested(state);
  if (isRestoreTestOverdue(state))
    throw new Error(
      `${restored_at ? 'the last test restore was made' : 'no backup was ever restored as a test, and the first was made'} ${days} days ago. Does the server run on Sundays?`,
    );
  if (restored_at === null) return '; no test restore yet';
  return `; ${restored_file} was restored as a test ${days} days ago in ${restore_seconds} s`;
}
