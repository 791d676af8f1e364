import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { queueMinutelyJobs } from './minutely-jobs.ts';
import type { Logger } from './platform/adapters/log.ts';
import { setProcessPriority } from './platform/adapters/process-priority.ts';
import { jobTimeouts } from './platform/db/connect.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { hasDueJobs } from './platform/jobs/queries.ts';

export interface JobsProcess {
  stop(): Promise<void>;
}

const aMinute = 60_000;
const programInBuild = path.join(import.meta.dirname, `jobs${path.extname(import.meta.filename)}`);

/**
 * Runs `jobs.ts` while jobs are due, at a lower priority than the server, and restarts it when it dies. Starts it every quarter of an hour
 * for the jobs of the schedule.
 */
export function startJobsProcess(connection: pg.PoolConfig, log: Logger, program = programInBuild): JobsProcess {
  const onError = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  const open = (): Database => openDatabase({ ...connection, ...jobTimeouts, max: 1, onError });
  const db = open();
  // Closes between rounds, unlike the connection that is used every second, and frees 6 MB of plans in PostgreSQL.
  const minutely = open();
  let child: ChildProcess | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pauseFor = (ms: number): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);

  async function keep(): Promise<void> {
    for (let pause = 500; !signal.aborted;) {
      const startedAt = Date.now();
      const reason = await runUntilIdle();
      if (signal.aborted) return;
      if (reason === null) {
        await untilJobsAreDue(startedAt);
        continue;
      }
      log.warn({ reason }, 'the job runner ended; starting it again');
      pause = Date.now() - startedAt > aMinute ? 500 : Math.min(pause * 2, 30_000);
      await pauseFor(pause);
    }
  }

  /** Returns why the process died; null if it ended itself for lack of jobs. */
  function runUntilIdle(): Promise<string | null> {
    return new Promise((resolve) => {
      // Starts a process group, so Ctrl-C reaches only the server. The server then stops the job process.
      child = fork(program, [], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      // Gives jobs about a third of the server's CPU share, so a busy machine still sends mail.
      if (child.pid !== undefined) setProcessPriority(child.pid, 5);
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `exit ${code}`)));
    });
  }

  async function untilJobsAreDue(startedAt: number): Promise<void> {
    const quarterOf = (time: number): number => Math.floor(time / (15 * aMinute));
    while (!signal.aborted && quarterOf(Date.now()) === quarterOf(startedAt)) {
      if (await hasDueJobs(db).catch(() => false)) return;
      await pauseFor(1_000);
    }
  }

  async function queueEveryMinute(): Promise<void> {
    while (!signal.aborted) {
      await queueMinutelyJobs(minutely, log, signal);
      await pauseFor(aMinute);
    }
  }

  let ended: Promise<unknown> = Promise.resolve();
  if (existsSync(program)) {
    ended = Promise.all([keep(), queueEveryMinute()]);
  } else log.error({ program }, 'the job runner is missing: build again');
  return {
    async stop() {
      stopping.abort();
      const running = child;
      running?.kill('SIGTERM');
      const patience = setTimeout(() => running?.kill('SIGKILL'), 4_000);
      await ended;
      clearTimeout(patience);
      await Promise.all([db.close(), minutely.close()]);
    },
  };
}
