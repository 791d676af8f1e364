import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';

/**
 * Refuses what a page of another site, or of a neighbouring name, sends. Browsers say where a request comes from; programs that are
 * none say nothing and carry no cookie of anybody's.
 */
export function requireOwnPage(config: Config, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(config, headers) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new Refusal('forbidden', 'ownPagesOnly');
}

/** Over plain http a browser names the origin alone. */
function isOwnOrigin({ publicUrl }: Config, { origin, host }: FastifyRequest['headers']): boolean {
  if (origin === undefined || origin === publicUrl.origin) return true;
  // This machine has several names for itself; which of them are answered to is settled before.
  return host !== publicUrl.host && URL.canParse(origin) && new URL(origin).host === host;
}
