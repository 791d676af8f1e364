import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { type BackupState, findBackupState } from '../db/state.ts';

/** Adds the state of the nightly backup. Without a backup the time is 0, so an alarm on the backup's age fires. */
export function addBackupGauges(registry: Registry, { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): void {
  if (config.backup === null) return;
  let reading: Promise<BackupState | undefined> | null = null;
  const read = (): Promise<BackupState | undefined> =>
    (reading ??= findBackupState(db.pool)
      .catch((error: unknown) => (log.warn({ err: error }, 'the state of backups could not be read'), undefined))
      .finally(() => (reading = null)));

  const gauge = (name: string, help: string, figureOf: (state: BackupState) => number): Gauge =>
    new Gauge({
      name: `mbari_backup_${name}`,
      help,
      registers: [registry],
      async collect() {
        const state = await read();
        if (state) this.set(figureOf(state));
      },
    });
  gauge(
    'last_success_timestamp_seconds',
    'Time of the last successful nightly backup; 0 if there is none.',
    (state) => (state.succeeded_at?.getTime() ?? 0) / 1000,
  );
  gauge('last_size_bytes', 'Size of the last successful nightly backup.', ({ size_bytes }) => Number(size_bytes ?? 0));
  gauge('last_duration_seconds', 'Duration of the last successful nightly backup.', ({ seconds }) => seconds ?? 0);
  gauge('last_missing_files', 'Image files that the last nightly backup could not read.', ({ missing_files }) => missing_files ?? 0);
  gauge('failures_total', 'Failed attempts of the nightly backup.', ({ failures_count }) => failures_count);
}
