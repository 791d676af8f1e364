import { Gauge, type Metric } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { productVersion } from '../../platform/program.ts';
import { readUpdate } from './check-update.ts';
import { measureStorage, readSlowest, summarizeFailures } from './queries.ts';
import { checksOf } from './run-checks.ts';

/** Age in milliseconds from which a scrape starts the checks again. They call other machines, so a scrape does not wait for them. */
const checkEveryMs = 10 * 60_000;

/** Metrics of what the system page shows and no other module measures. */
export function systemMetrics(context: Context): Metric[] {
  const { db, log } = context;
  const storage = shared(() => measureStorage(db));
  const failures = shared(() => summarizeFailures(db));
  const checks = checksOf(context);
  const info = new Gauge({
    name: 'mbari_info',
    help: 'Always 1, with the version of this process.',
    labelNames: ['version'],
    registers: [],
  });
  info.set({ version: productVersion }, 1);
  const gauge = (name: string, help: string, read: () => Promise<number | null>): Metric =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const value = await read().catch((error: unknown) => (log.debug({ err: error }, 'a metric could not be read'), null));
        this.set(value ?? NaN);
      },
    });
  return [
    info,
    new Gauge({
      name: 'mbari_check_failed',
      help: 'Checks of `mbari doctor` on this node, at most ten minutes ago: 1 for a problem, 0 if all is well.',
      labelNames: ['check'],
      registers: [],
      collect() {
        if (!checks.last || Date.now() - checks.last.at.getTime() > checkEveryMs)
          void checks.run().catch((error: unknown) => log.warn({ err: error }, 'the checks failed'));
        this.reset();
        for (const { check, state } of checks.last?.findings ?? []) this.inc({ check }, state === 'ok' ? 0 : 1);
      },
    }),
    gauge('mbari_database_latency_seconds', 'Time of a trivial statement.', async () => {
      const start = performance.now();
      await db.row('select 1');
      return (performance.now() - start) / 1000;
    }),
    new Gauge({
      name: 'mbari_database_slowest_seconds',
      help: 'Time of the ten slowest kinds of statements since the statistics were reset; only with pg_stat_statements.',
      labelNames: ['query'],
      registers: [],
      async collect() {
        this.reset();
        const slowest = await readSlowest(db).catch((error: unknown) => (log.debug({ err: error }, 'a metric could not be read'), null));
        for (const { query, total_ms } of slowest ?? []) this.inc({ query: query.slice(0, 100) }, total_ms / 1000);
      },
    }),
    gauge('mbari_database_bytes', 'Size of the database.', async () => (await storage()).database_bytes),
    gauge('mbari_images_bytes', 'Size of all images at the last hourly count.', async () => (await storage()).photos_bytes),
    gauge('mbari_update_available', 'Whether a newer version is known; only with UPDATE_URL.', async () =>
      Number(typeof (await readUpdate(context))?.version === 'string'),
    ),
    gauge('mbari_mails_unsent', 'Mails of the last week that could not be sent so far.', async () => (await failures()).mails),
    gauge('mbari_errors_last_day', 'Unexpected errors of the last 24 hours on all nodes.', async () => (await failures()).errors),
  ];
}

/** Joins a read that has not ended, because a scrape collects all metrics at the same time. */
function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= read().finally(() => (running = undefined)));
}
