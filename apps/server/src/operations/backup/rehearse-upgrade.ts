import type { Config } from '../../platform/config.ts';
import { connectionFor } from '../../platform/db/connect.ts';
import { startEmbedded } from '../../platform/db/embedded/launcher.ts';
import { listMigrations, migrateDatabase } from '../../platform/db/migrate.ts';
import type { Manifest } from './manifest.ts';
import type { Archive } from './read-archive.ts';
import type { RestoreOptions } from './restore-backup.ts';
import { type TemporaryPlace, withTemporaryRestore } from './verify-backup.ts';

interface Rehearsal {
  manifest: Manifest;
  restoreSeconds: number;
  migrations: string[];
  migrationSeconds: number;
  /** The version that made the backup may run beside this one. */
  olderMayRun: boolean;
  /** Reason why the migration failed, or null. */
  problem: string | null;
}

/** Restores the rows of an archive temporarily and migrates them as a start would. */
export async function rehearseUpgrade(
  config: Pick<Config, 'database'>,
  archive: Archive,
  { migrationsFolder, ...options }: RestoreOptions & { migrationsFolder?: string } = {},
): Promise<Rehearsal> {
  const known = await listMigrations(migrationsFolder);
  const startedAt = performance.now();
  const rowsAlone = { ...options, migrations: known, migrates: false, images: 'skip' } satisfies RestoreOptions;
  return withTemporaryRestore(config, archive, rowsAlone, async (place, { manifest }) => {
    const restoreSeconds = secondsSince(startedAt);
    const pending = known.slice(manifest.schema.length);
    options.onProgress?.('Running the migrations');
    return {
      ...{ manifest, restoreSeconds },
      ...{ migrations: pending.map(({ name }) => name), olderMayRun: pending.every(({ olderMayRun }) => olderMayRun) },
      ...(await migrateCopy(place, migrationsFolder)),
    };
  });
}

async function migrateCopy(place: TemporaryPlace, migrationsFolder?: string): Promise<Pick<Rehearsal, 'problem' | 'migrationSeconds'>> {
  const embedded = place.database.kind === 'server' ? null : await startEmbedded(place.dataFolder);
  const startedAt = performance.now();
  try {
    await migrateDatabase(await connectionFor(place), undefined, migrationsFolder);
    return { problem: null, migrationSeconds: secondsSince(startedAt) };
  } catch (error) {
    return { problem: (error as Error).message, migrationSeconds: secondsSince(startedAt) };
  } finally {
    await embedded?.stop();
  }
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;
