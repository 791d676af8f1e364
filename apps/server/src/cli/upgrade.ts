import { findNewestBackup, placesOf } from '../operations/backup/places.ts';
import type { Archive } from '../operations/backup/read-archive.ts';
import { rehearseUpgrade } from '../operations/backup/rehearse-upgrade.ts';
import type { Config } from '../platform/config.ts';
import { environment } from '../platform/environment.ts';
import { productVersion } from '../platform/program.ts';
import { openArchive } from './backups.ts';
import { UsageError } from './command.ts';
import { showProgress } from './progress.ts';

export async function rehearse(given: { rehearse: boolean; backup: string | undefined; json: boolean }): Promise<void> {
  if (!given.rehearse)
    throw new UsageError(
      'To upgrade, install the new version and restart the server: docs/operating/upgrading.md. To rehearse it: upgrade --rehearse',
    );
  const { config } = environment();
  const { file, archive } = given.backup === undefined ? await openNewestBackup(config) : await openArchive(given.backup);
  const { manifest, restoreSeconds, migrations, migrationSeconds, olderMayRun, problem } = await showProgress((options) =>
    rehearseUpgrade(config, archive, options),
  );
  if (problem !== null) process.exitCode = 1;
  if (given.json) {
    const times = { restore_seconds: restoreSeconds, migration_seconds: migrationSeconds };
    const { made_at, product } = manifest;
    return console.log(
      JSON.stringify({ file, made_at, from: product, to: productVersion, ...times, migrations, older_may_run: olderMayRun, problem }),
    );
  }
  console.log(`Restored the rows of ${file}, made by ${manifest.product} at ${manifest.made_at}, in ${restoreSeconds} s.`);
  if (problem !== null) return console.error(`The upgrade to ${productVersion} would fail after ${migrationSeconds} s: ${problem}`);
  console.log(
    migrations.length === 0
      ? `Version ${productVersion} needs no migration.`
      : `Migrated them to ${productVersion} in ${migrationSeconds} s: ${migrations.join(', ')}.`,
  );
  console.log(
    olderMayRun
      ? 'The version before may run beside the new one: restart several nodes one after the other.'
      : 'Stop the version before on every node first.',
  );
}

async function openNewestBackup({ backup }: Config): Promise<{ file: string; archive: Archive }> {
  const { newest, failures } = await findNewestBackup(backup === null ? [] : placesOf(backup));
  if (!newest)
    throw new Error(failures.join(' ') || 'There is no nightly backup (BACKUP_DIR, BACKUP_S3_*). Make one, and name it: --backup FILE');
  if (failures.length > 0) console.error(`WARNING: there may be a newer backup. ${failures.join(' ')}`);
  return { file: `${newest.name} in ${newest.place.title}`, archive: await newest.place.open(newest.name) };
}
