import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Task } from './add-job.ts';
import { recordHeartbeat, freeJobsOf, listDeadPools } from './queries.ts';

export interface Heartbeat {
  stop(): Promise<void>;
}

/**
 * Shows that a runner's pools are alive by session locks on its own connection, and retakes the locks after a reconnect. Resolves after
 * the first attempt.
 */
export async function startHeartbeat({ db, log }: Context, poolIds: string[]): Promise<Heartbeat> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let markStarted: () => void = () => {};
  const started = new Promise<void>((resolve) => (markStarted = resolve));

  async function beatUntilLost(): Promise<void> {
    const client = await db.pool.connect();
    const connectionLost = new Promise<void>((resolve) => client.once('error', () => resolve()).once('end', () => resolve()));
    try {
      await recordHeartbeat(client, poolIds);
      markStarted();
      await Promise.race([connectionLost, signal.aborted || once(signal, 'abort')]);
    } finally {
      client.release(true);
    }
  }

  async function renewUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await beatUntilLost().catch((error: unknown) => log.warn({ err: error }, 'the job runner could not renew its heartbeat'));
      markStarted();
      await wait(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = renewUntilStopped();
  await started;
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Frees the jobs of killed runners within about a minute. */
export const recoverJobs: Task = async (_payload, { context }) => {
  const dead = await listDeadPools(context.db);
  if (dead.length === 0) return;
  await freeJobsOf(
    context.db,
    dead.map((pool) => pool.pool_id),
  );
  context.log.warn({ jobs: dead.reduce((sum, pool) => sum + pool.jobs, 0) }, 'freed the jobs of a runner that died');
};
