import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isReachable } from '../db/state.ts';
import { forwardingOf } from './untrusted-proxy.ts';

export interface Lifecycle {
  draining: boolean;
}

const answerWithinMs = 5_000;
/** Below load balancers' timeouts, because a slow database, shared by all nodes, must not make them remove every node. */
export const databaseWithinMs = 1_500;
/** Milliseconds for which a node stays ready after its last answer from the database, because the database may be restarting. */
export const databaseGraceMs = 10_000;

interface Checks {
  database: 'ok' | 'unreachable';
  storage: 'ok' | 'not writable';
}

/** Adds the probes. They accept any `Host`, because load balancers use IP addresses. `mbari doctor` checks the proxy by `forwarding`. */
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
  const [database, storage] = [withTimeout(reach, databaseWithinMs), withTimeout(() => context.store.isWritable(), answerWithinMs)];
  const checks = cacheForASecond(async (): Promise<Checks> => {
    const [reached, written] = await Promise.all([database(), storage()]);
    return { database: reached ? 'ok' : 'unreachable', storage: written ? 'ok' : 'not writable' };
  });
  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (lifecycle.draining) return reply.code(503).header('retry-after', '2').send({ status: 'draining' });
    const results = await checks();
    const isReached = results.database === 'ok' || context.now().getTime() - reachedAt < databaseGraceMs;
    const ready = isReached && results.storage === 'ok';
    if (!ready) reply.code(503).header('retry-after', '2');
    return reply.send({ status: ready ? 'ready' : 'not ready', checks: results });
  });
}

/** Limits the wait. A hanging disk is not asked again until it answers, because each call blocks a thread. */
function withTimeout(check: () => Promise<boolean>, withinMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () => {
    running ??= check()
      .catch(() => false)
      .finally(() => (running = undefined));
    return Promise.race([running, wait(withinMs, false, { ref: false })]);
  };
}

/** Shares one check among all callers for a second: anybody may call, and the check writes a file. */
function cacheForASecond<Finding>(check: () => Promise<Finding>): () => Promise<Finding> {
  let finding: Promise<Finding> | undefined;
  let cachedUntil = Infinity;
  return () => {
    if (finding && performance.now() < cachedUntil) return finding;
    cachedUntil = Infinity;
    finding = check().finally(() => (cachedUntil = performance.now() + 1_000));
    return finding;
  };
}
