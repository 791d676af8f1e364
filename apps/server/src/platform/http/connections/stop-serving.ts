import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../health.ts';

const unansweredMs = 4_000;
const underWayMs = 30_000;

/**
 * Returns the time after which a shutdown counts as stuck: 100 s with the longest DRAIN_SECONDS (60). Supervisors wait 110 s
 * (mbari.service, compose.yaml, docs/operating/docker.md), because a kill must not interrupt the database's shutdown.
 */
export const longestStopMs = (drainSeconds: number): number => drainSeconds * 1_000 + underWayMs + 10_000;

export interface StopOptions {
  /** Milliseconds to keep serving after `/readyz` reports draining, because load balancers poll it about once a second. */
  drainMs: number;
  hurry: AbortSignal;
}

/** Drains a listening server, finishes running requests and closes the server. */
export async function stopServing(app: FastifyInstance, lifecycle: Lifecycle, { drainMs, hurry }: StopOptions): Promise<void> {
  const { connections } = app;
  lifecycle.draining = true;
  connections.keepNoneAlive();
  if (drainMs > 0) await wait(drainMs, undefined, { signal: hurry }).catch(() => undefined);

  const closed = app.close();
  const timers = [
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
