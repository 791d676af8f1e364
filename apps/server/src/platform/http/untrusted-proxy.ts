import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isLocalhostOnly, isLoopbackAddress } from '../localhost.ts';
import { plainAddress } from '../plain-address.ts';
import { Refusal } from '../refusal.ts';

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

/** Refuses requests from other sites and sibling domains. Accepts requests without `Sec-Fetch-Site` and `Origin`: programs have no cookies. */
export function requireOwnPage(config: Config, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(config, headers) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new Refusal('forbidden', 'ownPagesOnly');
}

function isOwnOrigin({ publicUrl }: Config, { origin, host }: FastifyRequest['headers']): boolean {
  if (origin === undefined || origin === publicUrl.origin) return true;
  // A local server has several names; an earlier hook has checked `host`.
  return host !== publicUrl.host && URL.canParse(origin) && new URL(origin).host === host;
}

/** Returns true if a person opens the address in a tab: no HEAD, prefetch, preview or subresource. */
export function isOpened({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].flatMap((name) => headers[name] ?? []);
  if (purposes.some((purpose) => /\b(?:prefetch|prerender|preview)/i.test(purpose))) return false;
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, 'sec-fetch-dest': destination = 'document' } = headers;
  const isNode = mode === 'cors' && site === undefined;
  return isNode || ((mode === undefined || mode === 'navigate') && destination === 'document');
}
