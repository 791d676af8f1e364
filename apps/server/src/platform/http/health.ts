import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isReachable } from '../db/state.ts';
import { forwardingOf } from './untrusted-proxy.ts';

/** What the process is doing, as main.ts knows it. */
export interface Lifecycle {
  /** Being shut down: no new work should be sent here. */
  draining: boolean;
}

const answerWithinMs = 5_000;
/** A balancer waits no longer for an answer, and the database is what every node asks: unanswered, all would be left at once. */
export const databaseWithinMs = 1_500;
/** So long after the database has answered a node stays ready without it: it may only be restarted, and requests are asked to try again. */
export const databaseGraceMs = 10_000;

interface Checks {
  database: 'ok' | 'unreachable';
  storage: 'ok' | 'not writable';
}

/** For whoever watches the process. They ask by address, so any `Host` will do. `forwarding` tells `mbari doctor` what the proxy does. */
export function addHealth(app: FastifyInstance, context: Context, lifecycle: Lifecycle): void {
  app.get('/healthz', { config: { anyHost: true } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive', forwarding: forwardingOf(request) }),
  );

  let reachedAt = -Infinity;
  const reach = async (): Promise<boolean> => {
    const reached = await isReachable(context.db);
    if (reached) reachedAt = context.now().getTime();
    return reached;
  };
  const [database, storage] = [answerInTime(reach, databaseWithinMs), answerInTime(() => context.store.isWritable(), answerWithinMs)];
  const checks = keepForASecond(async (): Promise<Checks> => {
    const [reached, written] = await Promise.all([database(), storage()]);
    return { database: reached ? 'ok' : 'unreachable', storage: written ? 'ok' : 'not writable' };
  });
  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (lifecycle.draining) return reply.code(503).header('retry-after', '2').send({ status: 'draining' });
    const found = await checks();
    const isReached = found.database === 'ok' || context.now().getTime() - reachedAt < databaseGraceMs;
    const ready = isReached && found.storage === 'ok';
    if (!ready) reply.code(503).header('retry-after', '2');
    return reply.send({ status: ready ? 'ready' : 'not ready', checks: found });
  });
}

/** A disk that hangs answers nothing at all. It is not asked again until it has answered: each question keeps a thread. */
function answerInTime(ask: () => Promise<boolean>, withinMs: number): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= ask()
      .catch(() => false)
      .finally(() => (asking = undefined));
    return Promise.race([asking, wait(withinMs, false, { ref: false })]);
  };
}

/** One check at a time, shared by all who ask meanwhile and for a second after: everybody may ask, and checking writes a file. */
function keepForASecond<Finding>(ask: () => Promise<Finding>): () => Promise<Finding> {
  let finding: Promise<Finding> | undefined;
  let keptUntil = Infinity;
  return () => {
    if (finding && performance.now() < keptUntil) return finding;
    keptUntil = Infinity;
    finding = ask().finally(() => (keptUntil = performance.now() + 1_000));
    return finding;
  };
}
