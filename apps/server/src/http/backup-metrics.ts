import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { findBackupState } from '../db/state.ts';

/** How the nightly backup fares, where there is to be one. Never made, its time is 0: an alarm on its age rings. */
export function addBackupGauges(registry: Registry, { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): void {
  if (config.backup === null) return;
  const gauge = (name: string, help: string): Gauge => new Gauge({ name: `mbari_backup_${name}`, help, registers: [registry] });
  const size = gauge('last_size_bytes', 'Size of the newest nightly backup.');
  const duration = gauge('last_duration_seconds', 'How long the newest nightly backup took.');
  const missing = gauge('last_missing_files', 'Files of pictures that the newest nightly backup could not read.');
  const failures = gauge('failures_total', 'Tries of the nightly backup that failed.');
  const collect = async (success: Gauge): Promise<void> => {
    const state = await findBackupState(db.pool).catch(
      (error: unknown) => (log.warn({ err: error }, 'the state of backups could not be read'), undefined),
    );
    if (!state) return;
    success.set((state.succeeded_at?.getTime() ?? 0) / 1000);
    size.set(Number(state.size_bytes ?? 0));
    duration.set(state.seconds ?? 0);
    missing.set(state.missing_files ?? 0);
    failures.set(state.failures_count);
  };
  new Gauge({
    name: 'mbari_backup_last_success_timestamp_seconds',
    help: 'When the newest nightly backup was finished.',
    registers: [registry],
    collect(): Promise<void> {
      return collect(this);
    },
  });
}
