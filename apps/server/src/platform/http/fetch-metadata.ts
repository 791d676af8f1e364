import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';

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
