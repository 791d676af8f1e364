import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../adapters/log.ts';
import type { Context } from '../context.ts';
import { plainAddress } from '../plain-address.ts';

/** Logs a line per response. It has no query string, body, header or full address, because those identify people or give access. */
export function addRequestLog(app: FastifyInstance, { log }: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('info')) logRequest(log, request, reply);
    done();
  });
}

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'none';
  const level = route.startsWith('/api/') || reply.statusCode >= 500 ? 'info' : 'debug';
  log[level](
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: truncated(request.ip),
    },
    'request',
  );
}

/** Shortens an address: enough to recognise a flood, too little to identify a household. */
export function truncated(ip: string): string {
  const address = plainAddress(ip);
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (v4 !== undefined) return `${v4}.0`;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':').slice(0, 3);
  return groups.length < 3 && tail === undefined ? address : `${groups.join(':')}::`;
}
