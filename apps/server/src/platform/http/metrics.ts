import { createHash, timingSafeEqual } from 'node:crypto';
import { refusalStatus } from '@mbari/contract/platform/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { reserveOf, type Space } from '../adapters/storage-space.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type CacheSize, cachesOf, type RegisteredCache } from '../db/caches.ts';
import { clockAhead } from '../db/clock.ts';
import type { Replicas } from '../db/open-replicas.ts';
import { type BackupState, findBackupState, hasRestoreFailed, isRestoreTestOverdue, listQueueLengths } from '../db/state.ts';
import { isFromLocalhost } from '../localhost.ts';
import { notFound } from '../refusal.ts';
import type { LimitLoad, RateLimits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/** Serves Prometheus metrics to this machine and to holders of METRICS_TOKEN; others get 404. `features` are metrics of other modules. */
export function addMetrics(app: FastifyInstance, context: Context, features: readonly Metric[]): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'mbari_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  addDatabaseGauges(registry, context);
  const otherMetrics = [
    ...app.connections.metrics,
    app.failures,
    ...limitMetrics(context.limits),
    ...replicaMetrics(context.replicas),
    ...cacheMetrics(context),
    ...features,
  ];
  for (const metric of otherMetrics) registry.registerMetric(metric);
  addStorageGauges(registry, context);
  const storageRefusals = addStorageRefusals(registry);
  addBackupGauges(registry, context);

  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern as label, because URLs contain ids and are unbounded.
    const route = request.routeOptions.url ?? 'none';
    if (reply.statusCode === refusalStatus.storage_full) storageRefusals.inc();
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { config: { anyHost: true } }, async (request, reply) => {
    if (!mayRead(request, context.config)) throw notFound();
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function addDatabaseGauges(registry: Registry, { db, log }: Context): void {
  const connections = new Gauge({
    name: 'mbari_database_connections',
    help: 'Database connections of this process (busy, idle), and callers waiting for one (waiting).',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle, waiting } = db.load();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const jobs = new Gauge({
    name: 'mbari_jobs',
    help: 'Jobs by task: waiting (due), running, failed (out of attempts).',
    labelNames: ['task', 'state'],
    registers: [],
    async collect() {
      this.reset();
      const queues = await listQueueLengths(db).catch(
        (error: unknown) => (log.warn({ err: error }, 'queue lengths could not be read'), []),
      );
      for (const { task, waiting, running, failed } of queues) {
        this.set({ task, state: 'waiting' }, waiting);
        this.set({ task, state: 'running' }, running);
        this.set({ task, state: 'failed' }, failed);
      }
    },
  });
  const clock = new Gauge({
    name: 'mbari_clock_ahead_seconds',
    help: 'Seconds by which this machine’s clock is ahead of the database’s.',
    registers: [],
    async collect() {
      const ahead = await clockAhead(db.pool).catch(() => NaN);
      this.set(ahead / 1000);
    },
  });
  const limit = new Gauge({
    name: 'mbari_database_connections_limit',
    help: 'Maximum database connections of this process.',
    registers: [],
  });
  limit.set(db.pool.options.max);
  registry.registerMetric(limit);
  registry.registerMetric(clock);
  registry.registerMetric(connections);
  registry.registerMetric(jobs);
}

function addStorageGauges(registry: Registry, { space }: Context): void {
  const figures = {
    mbari_storage_free_bytes: ['Free space of the images’ file system.', ({ free }: Space) => free],
    mbari_storage_reserve_bytes: ['Reserve of free space below which images are refused.', ({ total }: Space) => reserveOf(total)],
  } as const;
  for (const [name, [help, read]] of Object.entries(figures)) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const found = await space.read();
        this.set(found ? read(found) : NaN);
      },
    });
    registry.registerMetric(gauge);
  }
}

const addStorageRefusals = (registry: Registry): Counter =>
  new Counter({
    name: 'mbari_storage_refused_total',
    help: 'Requests answered with 507 for lack of space.',
    registers: [registry],
  });

function mayRead(request: FastifyRequest, config: Config): boolean {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (config.metricsToken !== null && token !== undefined) return timingSafeEqual(sha256(token), sha256(config.metricsToken));
  return isFromLocalhost(config, request.raw);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds the state of the nightly backup. Without a backup the time is 0, so an alarm on the backup's age fires. */
function addBackupGauges(registry: Registry, { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): void {
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
  gauge(
    'last_restore_test_timestamp_seconds',
    'Time of the last successful test restore; 0 if there is none.',
    ({ restored_at }) => (restored_at?.getTime() ?? 0) / 1000,
  );
  gauge(
    'last_restore_test_duration_seconds',
    'Duration of the last successful test restore.',
    ({ restore_seconds }) => restore_seconds ?? 0,
  );
  gauge('restore_test_failed', '1 if the last test restore failed, or none succeeded for nine days, otherwise 0.', (state) =>
    Number(hasRestoreFailed(state) || isRestoreTestOverdue(state)),
  );
}

function cacheMetrics(context: Context): Metric[] {
  const gauge = (name: string, help: string, read: (cache: RegisteredCache) => number | undefined): Metric =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [],
      collect() {
        this.reset();
        for (const cache of allOf(context)) {
          const figure = read(cache);
          if (figure !== undefined) this.inc({ cache: cache.name }, figure);
        }
      },
    });
  const of = (field: keyof CacheSize) => ({
    now: (cache: RegisteredCache): number | undefined => cache.size()[field],
    most: (cache: RegisteredCache): number | undefined => cache.most[field],
  });
  const [entries, bytes] = [of('entries'), of('bytes')];
  return [
    gauge('mbari_cache_entries', 'Entries in a cache of this process.', entries.now),
    gauge('mbari_cache_entries_limit', 'Largest number of entries in a cache.', entries.most),
    gauge('mbari_cache_bytes', 'Bytes in a cache of this process, if it counts them.', bytes.now),
    gauge('mbari_cache_bytes_limit', 'Largest number of bytes in a cache.', bytes.most),
  ];
}

function allOf({ db, store: { cached } }: Context): RegisteredCache[] {
  return cached ? [...cachesOf(db), cached] : [...cachesOf(db)];
}

function replicaMetrics({ all, counts }: Replicas): Metric[] {
  const lag = new Gauge({
    name: 'mbari_replica_lag_seconds',
    help: 'Replication lag at the last inspection; +Inf while the replica is not used.',
    labelNames: ['replica'],
    registers: [],
    collect() {
      for (const replica of all) this.set({ replica: replica.name }, replica.lagMs() / 1000);
    },
  });
  const statements = new Counter({
    name: 'mbari_replica_statements_total',
    help: 'Statements on each replica, by outcome.',
    labelNames: ['replica', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, counts: of } of all)
        for (const outcome of ['answered', 'failed'] as const) this.inc({ replica: name, outcome }, of[outcome]);
    },
  });
  const reads = new Counter({
    name: 'mbari_replica_reads_total',
    help: 'Lists that replicas may serve, by their actual source.',
    labelNames: ['from'],
    registers: [],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(counts)) this.inc({ from }, count);
    },
  });
  return [lag, statements, reads];
}

const labelNames = ['limit'] as const;

function limitMetrics(limits: RateLimits): Metric[] {
  const shape = (name: string, help: string) => ({ name, help, labelNames, registers: [] });
  const each = (report: (limit: LimitLoad) => void): void => {
    for (const limit of limits.load()) report(limit);
  };
  return [
    new Gauge({
      ...shape('mbari_rate_limit_keys', 'Keys (addresses, members, accounts) that are being counted.'),
      collect() {
        each(({ name, keys }) => this.set({ limit: name }, keys));
      },
    }),
    new Gauge({
      ...shape('mbari_rate_limit_keys_limit', 'Largest number of keys of a limit.'),
      collect() {
        each(({ name, mostKeys }) => this.set({ limit: name }, mostKeys));
      },
    }),
    new Counter({
      ...shape('mbari_rate_limit_evicted_total', 'Keys evicted before their window ended, because there were too many.'),
      collect() {
        this.reset();
        each(({ name, evicted }) => this.inc({ limit: name }, evicted));
      },
    }),
    new Counter({
      ...shape('mbari_rate_limit_refused_total', 'Requests refused with 429.'),
      collect() {
        this.reset();
        each(({ name, refused }) => this.inc({ limit: name }, refused));
      },
    }),
  ];
}
