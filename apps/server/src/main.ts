import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startJobsProcess } from './jobs-process.ts';
import { openLog } from './platform/adapters/log.ts';
import { watchClock } from './platform/db/clock.ts';
import { connectionFor, poolerFor, startDatabase } from './platform/db/connect.ts';
import { isOutage } from './platform/db/database.ts';
import type { EmbeddedDatabase } from './platform/db/embedded/launcher.ts';
import { AlreadyServed, type ServingLock, takeServingLock } from './platform/db/embedded/serving-lock.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { preparePooler } from './platform/db/pooler.ts';
import { requireReplicas } from './platform/db/replica.ts';
import { hasMembers } from './platform/db/state.ts';
import { environment } from './platform/environment.ts';
import { explainError } from './platform/explain-error.ts';
import { longestStopMs, type StopOptions, stopServing } from './platform/http/connections/stop-serving.ts';
import type { Lifecycle } from './platform/http/health.ts';
import { readWebBuilds } from './platform/http/web-builds.ts';
import { addJob } from './platform/jobs/add-job.ts';
import { programName } from './platform/program.ts';
import { stopOnSignals } from './platform/stop-on-signals.ts';

const { config, notes } = readEnvironment();
const log = openLog(config.logLevel);
const print = (text: string): void => log.info(text);
const url = config.publicUrl.origin;

for (const text of notes) log.warn(text);
if (config.backup?.folder)
  await access(config.backup.folder, constants.W_OK).catch((error: unknown) => log.warn(`BACKUP_DIR: ${explainError(error)}`));
let isStopping = false;
const logFailedStop = (error: unknown): void => log.error({ err: error }, 'a step of stopping failed');
const undo: ((options: StopOptions) => Promise<void>)[] = [];
const stopOnce = stopOnSignals(
  async (options) => {
    isStopping = true;
    for (const step of undo.toReversed()) await step(options).catch(logFailedStop);
  },
  { drainSeconds: config.drainSeconds, log, print },
);

try {
  await serve();
} catch (error) {
  await stopOnce();
  log.fatal(explain(error as NodeJS.ErrnoException));
  process.exit(1);
}

function readEnvironment(): ReturnType<typeof environment> {
  try {
    return environment();
  } catch (error) {
    openLog('fatal').fatal(explainError(error));
    process.exit(1);
  }
}

async function serve(): Promise<void> {
  const lifecycle: Lifecycle = { draining: false };
  const starting = config.database.kind === 'embedded' ? `Starting the database in ${config.dataFolder}` : 'Starting';
  // Fails before a database is created. An existing one may belong to a server that still stops and holds the port.
  if (!existsSync(path.join(config.dataFolder, 'database'))) await requireFreePort();
  // Most of the code loads here, while the database starts, so that wrong settings are refused at once.
  const loading = Promise.all([import('./app.ts'), import('./open-context.ts')]);
  const embedded = await printWhile(starting, startEmbeddedDatabase());
  embedded?.database.keepAlive((reason) => log.error({ from: 'database', reason }, 'the database went down; starting it again'));

  await requireFreePort();
  const connection = await connectionFor(config);
  const pooler = poolerFor(config);
  if (pooler) for (const text of await preparePooler(connection, pooler)) print(text);
  const migrated = await printWhile('Bringing the database up to date', migrateDatabase(connection, print));
  if (migrated.length > 0) print(`Brought the database up to date with ${migrated.at(-1)} (migrations run: ${migrated.length}).`);
  const [{ buildApp }, { openContext }] = await loading;
  const { context, close } = await openContext(config, { ...connection, pooler }, log, { readsReplicas: true });
  undo.push(close);
  for (const text of await requireReplicas(config.replicas, context.db.pool)) print(text);
  // A new community has figures at once, instead of at the schedule's first run.
  await addJob(context.db, 'tally_days', null, { key: 'tally_days', priority: 50 });
  const clock = watchClock(context.db.pool, (text) => log.warn(text));
  undo.push(async () => clock.stop());

  const builds = await readWebBuilds(path.join(import.meta.dirname, '../../web/dist'), config.languages);
  undo.push(async () => builds?.close());
  if (builds === null) print('The web app is not built: only the API is served. `npm run build` builds it.');
  const app = buildApp(context, { webApps: builds?.webApps ?? null, lifecycle });
  undo.push((options) => stopServing(app, lifecycle, options));
  collectGarbage();
  // The backlog matches the connection limit, so that a flood does not push out other clients.
  await app.listen({ host: config.host, port: config.port, backlog: 2_048 });

  const jobs = startJobsProcess(connection, log);
  const closeApp = undo.pop();
  undo.push(async (options) => {
    for (const ended of await Promise.allSettled([embedded?.lock.announceEnd(), closeApp?.(options), jobs.stop()]))
      if (ended.status === 'rejected') logFailedStop(ended.reason);
  });
  print(`Ready: ${url}`);
  // The server is already running, so an error here must not stop it.
  if (!(await hasMembers(context.db).catch(() => true)))
    print(`There are no members yet. Register on the page, or load the demo: ${programName} demo`);
}

/** Frees the garbage of the start, 15 MB, which V8 would keep until the heap grows. The function exists only behind a flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Listens on the port and stops again. */
async function requireFreePort(): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  await once(probe, 'listening');
  await new Promise((resolve) => probe.close(resolve));
}

/** Prints a line now, and again with the elapsed seconds every 5 s until the work ends. */
async function printWhile<Result>(text: string, work: Promise<Result>): Promise<Result> {
  print(`${text} …`);
  const start = performance.now();
  const timer = setInterval(() => print(`${text} … ${Math.round((performance.now() - start) / 1000)} s`), 5_000);
  return work.finally(() => clearInterval(timer));
}

/** Starts the embedded database and takes its lock; null if a server is configured. Retries while the previous process stops. */
async function startEmbeddedDatabase(): Promise<{ database: EmbeddedDatabase; lock: ServingLock } | null> {
  for (let deadline = Date.now() + 15_000; ;) {
    let database: EmbeddedDatabase | null = null;
    try {
      database = await startDatabase(config);
      if (!database) return null;
      // A stop during the wait for the lock must also stop the database.
      const runningDatabase = database;
      undo[0] = () => runningDatabase.stop();
      const waiting = (): void => {
        print('The process that served this folder is stopping; waiting for its end …');
        deadline = Date.now() + longestStopMs(config.drainSeconds) + 15_000;
      };
      const lock = await takeServingLock(runningDatabase.connection, url, waiting);
      undo[0] = () => lock.releaseAfter(() => runningDatabase.stop());
      return { database: runningDatabase, lock };
    } catch (error) {
      await database?.stop();
      if (isStopping || !isOutage(error) || Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

function explain(error: NodeJS.ErrnoException): string {
  if (error instanceof AlreadyServed)
    return `Mbari already serves ${config.dataFolder} (${error.message}). Stop it first, or set MBARI_DATA to another folder.`;
  if (error.code === 'EADDRINUSE')
    return `Port ${config.port} on ${config.host} is taken by another program. Stop it, or set PORT to a free one.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `Port ${config.port} may not be used by this user. Set PORT to one above 1023.`;
  log.debug({ err: error }, 'could not start');
  return explainError(error);
}
