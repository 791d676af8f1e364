import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';

/** Refuses requests from pages of other sites or sibling domains. Browsers send their origin. Programs do not, but have no cookies either. */
export function requireOwnPage(config: Config, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(config, headers) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new Refusal('forbidden', 'ownPagesOnly');
}

function isOwnOrigin({ publicUrl }: Config, { origin, host }: FastifyRequest['headers']): boolean {
  if (origin === undefined || origin === publicUrl.origin) return true;
  // A local server has several names; the host check came before.
  return host !== publicUrl.host && URL.canParse(origin) && new URL(origin).host === host;
}
