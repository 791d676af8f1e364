import { createHash, timingSafeEqual } from 'node:crypto';
import { refusalStatus } from '@mbari/contract/platform/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { reserveOf, type Space } from '../adapters/storage-space.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { clockAhead } from '../db/clock.ts';
import { listQueueLengths } from '../db/state.ts';
import { isFromLocalhost } from '../localhost.ts';
import { notFound } from '../refusal.ts';
import { addBackupGauges } from './backup-metrics.ts';
import { cacheMetrics } from './cache-metrics.ts';
import { limitMetrics } from './limits/limit-metrics.ts';
import { replicaMetrics } from './replica-metrics.ts';

/** Serves Prometheus metrics to this machine and to holders of METRICS_TOKEN; others get 404. `features` are metrics of other modules. */
export function addMetrics(app: FastifyInstance, context: Context, features: readonly Metric[]): void {
  const registry = new Registry();
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
