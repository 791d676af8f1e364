import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../health.ts';

/** A request that still has no answer by then is asked to try again. */
const unansweredMs = 4_000;
/** Photos that are being sent, and answers that are on their way, may take so long. */
const underWayMs = 30_000;

/**
 * After so long something hangs. With the longest DRAIN_SECONDS (60) that is 100 s: whoever supervises the server gives it 110 s (mbari.service,
 * compose.yaml, docs/operating/docker.md), or it would be killed while it still stops its database.
 */
export const longestStopMs = (drainSeconds: number): number => drainSeconds * 1_000 + underWayMs + 10_000;

export interface StopOptions {
  /** How long to go on as before after `/readyz` says no: balancers ask every second or so whether to send more. */
  drainMs: number;
  /** Aborted, nothing is waited for any longer. */
  hurry: AbortSignal;
}

/** Takes a listening server out of service: no more is asked of it, what is under way is finished, then it is closed. */
export async function stopServing(app: FastifyInstance, lifecycle: Lifecycle, { drainMs, hurry }: StopOptions): Promise<void> {
  const { connections } = app;
  lifecycle.draining = true;
  connections.keepNoneAlive();
  if (drainMs > 0) await wait(drainMs, undefined, { signal: hurry }).catch(() => undefined);

  const closed = app.close();
  const timers = [
    // A connection may become idle at any time now, and would then be waited for.
    setInterval(() => (hurry.aborted ? connections.closeAll() : connections.closeIdle()), 50),
    setTimeout(() => connections.refuseUnanswered(), unansweredMs),
    setTimeout(() => connections.closeAll(), underWayMs),
  ];
  try {
    await closed;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
