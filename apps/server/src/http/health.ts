import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isReachable } from '../db/state.ts';
import { forwardingOf } from './untrusted-proxy.ts';

/** What the process is doing, as main.ts knows it. */
export interface Lifecycle {
  /** Being shut down: no new work should be sent here. */
  draining: boolean;
}

/** For whoever watches the process. They ask by address, so any `Host` will do. `forwarding` tells `mbari doctor` what the proxy does. */
export function addHealth(app: FastifyInstance, context: Context, lifecycle: Lifecycle): void {
  app.get('/healthz', { config: { anyHost: true } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive', forwarding: forwardingOf(request) }),
  );

  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    const [database, storage] = await Promise.all([isReachable(context.db), context.store.isWritable().catch(() => false)]);
    const ready = database && storage && !lifecycle.draining;
    if (!ready) reply.code(503).header('retry-after', '2');
    return reply.header('cache-control', 'no-store').send({
      status: lifecycle.draining ? 'draining' : ready ? 'ready' : 'not ready',
      checks: { database: database ? 'ok' : 'unreachable', storage: storage ? 'ok' : 'not writable' },
    });
  });
}
