import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { recordHeartbeat } from './queries.ts';

export interface Heartbeat {
  stop(): Promise<void>;
}

/**
 * Keeps saying that the pools of a runner live, by locks on a connection of its own. Taken anew whenever that is lost: the database may have been
 * restarted. Answers once it was said, or could not be said, for the first time.
 */
export async function startHeartbeat({ db, log }: Context, poolIds: string[]): Promise<Heartbeat> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let begun: () => void = () => {};
  const beginning = new Promise<void>((resolve) => (begun = resolve));

  async function beatUntilLost(): Promise<void> {
    const client = await db.pool.connect();
    const lost = new Promise<void>((resolve) => client.once('error', () => resolve()).once('end', () => resolve()));
    try {
      await recordHeartbeat(client, poolIds);
      begun();
      await Promise.race([lost, signal.aborted || once(signal, 'abort')]);
    } finally {
      // Closing the connection gives the lock back.
      client.release(true);
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await beatUntilLost().catch((error: unknown) => log.warn({ err: error }, 'the job runner could not say that it is alive'));
      begun();
      await wait(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = keep();
  await beginning;
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
