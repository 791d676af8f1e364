import { setTimeout as wait } from 'node:timers/promises';
import type { System } from '@mbari/contract/operations/system';
import type { FastifyInstance } from 'fastify';
import { reserveOf } from '../../platform/adapters/storage-space.ts';
import type { Context } from '../../platform/context.ts';
import { findBackupState, hasBackupFailed, hasRestoreFailed, isRestoreTestOverdue } from '../../platform/db/state.ts';
import { withoutTexts } from '../../platform/mail/deliver-mail.ts';
import { productVersion } from '../../platform/program.ts';
import { readUpdate } from './check-update.ts';
import { listErrorCounts, listJobs, listMailFailures, listQueued, measureStorage, readSlowest, sumSentMails } from './queries.ts';

/** Milliseconds after which a part or check is shown without an answer, so that it does not hold up the others. */
export const patience = 3_000;

/** Reads all parts concurrently. A part that fails or is slow is null. */
export async function readSystem(context: Context, { metrics }: FastifyInstance): Promise<System> {
  const parts = { storage, database, jobs, mails, errors, backups };
  const read = Object.entries(parts).map(async ([name, readPart]) => [
    name,
    await Promise.race([
      readPart(context).catch(
        (error: unknown) => (context.log.warn({ err: error, part: name }, 'a part of the system page could not be read'), null),
      ),
      wait(patience, null, { ref: false }),
    ]),
  ]);
  return {
    version: {
      product: productVersion,
      started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      update: await readUpdate(context),
    },
    ...(Object.fromEntries(await Promise.all(read)) as { [Name in keyof typeof parts]: Awaited<ReturnType<(typeof parts)[Name]>> | null }),
    limits: await readLimits(metrics),
    refusals: context.limits
      .load()
      .flatMap(({ name, refused }) => (refused > 0 ? [{ limit: name, refused }] : []))
      .sort((a, b) => b.refused - a.refused)
      .slice(0, 5),
  };
}

type Part<Name extends keyof System> = Promise<NonNullable<System[Name]>>;

const dayMs = 86_400_000;
const forecastDays = 60;

async function storage({ db, space, now }: Context): Part<'storage'> {
  const [{ database_bytes, photos_bytes, growth }, disk] = await Promise.all([measureStorage(db), space.read()]);
  const reserve = disk ? reserveOf(disk.total) : 0;
  const daysLeft = disk && growth && growth > 0 ? Math.max(0, disk.free - reserve) / growth : Infinity;
  return {
    photos_bytes,
    database_bytes,
    disk: disk && { ...disk, reserve },
    full_on: daysLeft > forecastDays ? null : new Date(now().getTime() + daysLeft * dayMs).toISOString().slice(0, 10),
  };
}

async function database({ db }: Context): Part<'database'> {
  const start = performance.now();
  await db.row('select 1');
  const latency = performance.now() - start;
  return { latency, slowest: await readSlowest(db) };
}

const jobs = async ({ db }: Context): Part<'jobs'> =>
  (await listJobs(db)).map(({ oldest_at, last_error, ...job }) => ({
    ...job,
    oldest_at: oldest_at?.toISOString() ?? null,
    last_error: last_error && withoutTexts(last_error),
  }));

async function mails({ db, config }: Context): Part<'mails'> {
  const [sent, failures] = await Promise.all([sumSentMails(db), listMailFailures(db)]);
  return {
    has_server: config.mail.smtpUrl !== null,
    sent,
    failed: failures.map(({ failed_at, ...mail }) => ({ ...mail, failed_at: failed_at.toISOString() })),
  };
}

const errors = async ({ db }: Context): Part<'errors'> =>
  (await listErrorCounts(db)).map(({ last_at, ...error }) => ({ ...error, last_at: last_at.toISOString() }));

async function backups({ db, config }: Context): Part<'backups'> {
  if (config.backup === null) return 'off';
  const [state, queued] = await Promise.all([findBackupState(db.pool), listQueued(db, ['make_backup', 'test_restore'])]);
  if (!state) throw new Error('The table backup_state has no row.');
  const failureOf = (hasFailed: boolean, at: Date | null, reason: string | null) =>
    hasFailed && at !== null ? { at: at.toISOString(), reason: reason ?? '' } : null;
  return {
    hour: config.backup.hour,
    is_running: queued.includes('make_backup'),
    succeeded_at: state.succeeded_at?.toISOString() ?? null,
    file: state.file,
    size_bytes: state.size_bytes === null ? null : Number(state.size_bytes),
    seconds: state.seconds,
    missing_files: state.missing_files,
    failure: failureOf(hasBackupFailed(state), state.failed_at, state.failure),
    test_restore: {
      is_running: queued.includes('test_restore'),
      succeeded_at: state.restored_at?.toISOString() ?? null,
      file: state.restored_file,
      seconds: state.restore_seconds,
      failure: failureOf(hasRestoreFailed(state), state.restore_failed_at, state.restore_failure),
      is_overdue: isRestoreTestOverdue(state),
    },
  };
}

type LimitName = System['limits'][number]['limit'];

/** Metrics with the use and the maximum of each limit, and the label that selects their values. */
const limitMetrics: Record<LimitName, { used: [metric: string, state?: string]; most: [metric: string, of?: string] }> = {
  connections: { used: ['mbari_connections'], most: ['mbari_connections_limit', 'total'] },
  connections_of_address: { used: ['mbari_connections_busiest_address'], most: ['mbari_connections_limit', 'address'] },
  event_streams: { used: ['mbari_event_streams'], most: ['mbari_event_streams_limit'] },
  exports: { used: ['mbari_exports'], most: ['mbari_exports_limit'] },
  database_connections: { used: ['mbari_database_connections', 'busy'], most: ['mbari_database_connections_limit'] },
};

const readLimits = (registry: FastifyInstance['metrics']): Promise<System['limits']> =>
  Promise.all(
    Object.entries(limitMetrics).map(async ([limit, { used, most }]) => ({
      limit: limit as LimitName,
      used: await sumMetric(registry, ...used),
      most: await sumMetric(registry, ...most),
    })),
  );

/** Adds the values of a metric, or only those with the label. */
async function sumMetric(registry: FastifyInstance['metrics'], name: string, label?: string): Promise<number> {
  const values = (await registry.getSingleMetric(name)?.get())?.values ?? [];
  return values.reduce((sum, { value, labels }) => (label === undefined || Object.values(labels).includes(label) ? sum + value : sum), 0);
}
