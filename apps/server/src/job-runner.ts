import { EventEmitter } from 'node:events';
import {
  Logger as JobLogger,
  parseCronItems,
  type ParsedCronItem,
  parseCrontab,
  run,
  runOnce,
  type Task as LibraryTask,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker';
import type { Context } from './platform/context.ts';
import { errorCountsOf } from './platform/error-counts.ts';
import type { Task } from './platform/jobs/add-job.ts';
import { startHeartbeat } from './platform/jobs/heartbeat.ts';
import type { JobName } from './platform/jobs/job-payloads.ts';
import { scheduleOf, tasks } from './tasks.ts';

export interface Runner {
  /** Milliseconds without a job; 0 while one runs. */
  idleMs(): number;
  /** Takes no more jobs, waits briefly for running ones and releases the rest. */
  stop(): Promise<void>;
}

/** Long jobs and jobs that wait for remote services have their own pools, so they do not delay mail. */
const heavy: readonly string[] = ['encode_avif', 'make_backup', 'test_restore', 'advance_import'] satisfies JobName[];
const distant: readonly string[] = ['send_push', 'send_message_push', 'send_webhook'] satisfies JobName[];

/** Runs queued and scheduled jobs until stopped. */
export async function startRunner(context: Context): Promise<Runner> {
  const pools = [
    await startPool(context, (name) => ![...heavy, ...distant].includes(name), 2, parseCrontab(scheduleOf(context.config))),
    await startPool(context, (name) => heavy.includes(name), 1),
    await startPool(context, (name) => distant.includes(name), 4),
  ];
  const heartbeat = await startHeartbeat(
    context,
    pools.map(({ id }) => id),
  );
  return {
    idleMs: () => Math.min(...pools.map((pool) => pool.idleMs())),
    async stop() {
      await Promise.all(pools.map((pool) => pool.stop()));
      await heartbeat.stop();
    },
  };
}

interface Pool {
  /** Value of `locked_by` in the jobs that the pool has taken. */
  id: string;
  idleMs: Runner['idleMs'];
  stop(): Promise<void>;
}

async function startPool(
  context: Context,
  takes: (name: string) => boolean,
  concurrency: number,
  parsedCronItems: ParsedCronItem[] = [],
): Promise<Pool> {
  const events: WorkerEvents = new EventEmitter();
  let running = 0;
  let idleSince = Date.now();
  events.on('job:start', () => void (running += 1));
  events.on('job:complete', () => {
    running -= 1;
    idleSince = Date.now();
  });
  const created = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
  const runner = await run({ ...optionsOn(context, takes), events, concurrency, parsedCronItems });
  runner.promise.catch((error: unknown) => context.log.error({ err: error }, 'the job runner ended'));
  return {
    id: await created,
    idleMs: () => (running > 0 ? 0 : Date.now() - idleSince),
    stop: () => runner.stop(),
  };
}

/** Runs all due jobs and the jobs they queue. For tests and the command line. */
export async function runJobs(context: Context): Promise<void> {
  await runOnce({ ...optionsOn(context, () => true), concurrency: 1, parsedCronItems: parseCronItems([]) });
}

function optionsOn(context: Context, takes: (name: string) => boolean): RunnerOptions {
  return {
    pgPool: context.db.pool,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 3_000,
    // No batching, so that results are stored before a runner reports that it has stopped.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: Object.fromEntries(
      Object.entries(tasks)
        .filter(([name]) => takes(name))
        .map(([name, task]) => [name, bind(name, task as Task<unknown>, context)]),
    ),
    logger: new JobLogger(() => (level, message) => {
      // Failures are logged in `bind`; other messages only help the library's authors.
      if (level === 'error' && !message.startsWith('Failed task')) context.log.error({ from: 'jobs' }, message);
      else context.log.debug({ from: 'jobs' }, message);
    }),
  };
}

function bind(name: string, task: Task<unknown>, context: Context): LibraryTask {
  return async (payload, { job, abortSignal }) => {
    try {
      await task(payload, { context, signal: abortSignal, attempt: job.attempts });
    } catch (error) {
      context.log.error({ err: error, job: name, attempt: job.attempts, gives_up: job.attempts >= job.max_attempts }, 'a job failed');
      errorCountsOf(context).record(error, name);
      throw error;
    }
  };
}
