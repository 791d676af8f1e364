import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isLocalhostOnly, isLoopbackAddress } from '../localhost.ts';
import { plainAddress } from '../plain-address.ts';

/**
 * Warns once about a proxy that TRUST_PROXY does not cover: all visitors count as one, and a few wrong passwords lock everybody out.
 * Only once, because strangers can also send `X-Forwarded-For`.
 */
export function addProxyWarning(app: FastifyInstance, { config, log }: Context): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && forwardingOf(request)?.trusted === false) warn(request);
    done();
  });

  function warn(request: FastifyRequest): void {
    warned = true;
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    log.warn(
      { peer },
      `X-Forwarded-For comes from ${peer}, which TRUST_PROXY does not cover: all visitors count as one. ${remedyFor(config, peer)}`,
    );
  }
}

/** Returns null without X-Forwarded-For. For a trusted proxy, returns the client's address and protocol, and the number of proxies. */
export function forwardingOf(
  request: FastifyRequest,
): { trusted: false } | { trusted: true; client: string; hops: number; protocol: string | null } | null {
  if (!request.headers['x-forwarded-for']) return null;
  const hops = (request.ips?.length ?? 1) - 1;
  if (hops === 0) return { trusted: false };
  // Not `request.protocol`, which is that of the connection if the header is missing.
  const protocol = request.headers['x-forwarded-proto'];
  return { trusted: true, client: request.ip, hops, protocol: typeof protocol === 'string' ? protocol : null };
}

function remedyFor(config: Config, peer: string): string {
  const settings = [`TRUST_PROXY=${[...config.trustProxy, isLoopbackAddress(peer) ? 'loopback' : peer].join(',')}`];
  if (isLocalhostOnly(config)) settings.push('PUBLIC_URL to the address people use');
  return `If that is your proxy, set ${settings.join(' and ')}; if not, it is forged and ignored.`;
}
