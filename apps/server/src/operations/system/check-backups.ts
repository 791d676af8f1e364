import { access, constants } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { type BackupState, findBackupState } from '../../platform/db/state.ts';
import { programName } from '../../platform/program-name.ts';

/** Maximum age of the last backup: a day, plus two hours to write it. */
const oldest = 26 * 60 * 60 * 1000;

export async function checkBackups({ backup }: Config, openDatabase: () => Promise<Database>): Promise<string> {
  if (backup === null) return `no nightly backups (BACKUP_DIR). Make one regularly: ${programName} backup FILE`;
  await access(backup.folder, constants.W_OK);
  // A database without migrations has no `backup_state` table.
  const { pool } = await openDatabase();
  return describeState(await findBackupState(pool).catch(() => undefined), `${backup.folder} at ${backup.hour}:00 UTC`);
}

function describeState(state: BackupState | undefined, plan: string): string {
  const { succeeded_at, failed_at, failure, file, missing_files } = state ?? {};
  const hasFailed = failed_at && (!succeeded_at || failed_at > succeeded_at);
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
