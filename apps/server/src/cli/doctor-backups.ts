import { access, constants } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectionFor, startDatabase } from '../platform/db/connect.ts';
import { type BackupState, findBackupState } from '../platform/db/state.ts';
import { programName } from '../platform/program-name.ts';

/** Maximum age of the last backup: a day, plus two hours to write it. */
const oldest = 26 * 60 * 60 * 1000;

export async function checkBackups(config: Config): Promise<string> {
  const { backup } = config;
  if (backup === null) return `no nightly backups (BACKUP_DIR). Make one regularly: ${programName} backup FILE`;
  await access(backup.folder, constants.W_OK);
  return describeState(await readState(config), `${backup.folder} at ${backup.hour}:00 UTC`);
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

async function readState(config: Config): Promise<BackupState | undefined> {
  const embedded = await startDatabase(config);
  const pool = new pg.Pool({ ...(await connectionFor(config)), connectionTimeoutMillis: 5_000, max: 1 });
  pool.on('error', () => undefined);
  try {
    // A database without migrations has no `backup_state` table.
    return await findBackupState(pool).catch(() => undefined);
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}
