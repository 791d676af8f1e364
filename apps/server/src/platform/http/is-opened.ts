import type { FastifyRequest } from 'fastify';

/** Returns true if a person opens the address in a tab: no HEAD, prefetch, preview or subresource. */
export function isOpened({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].flatMap((name) => headers[name] ?? []);
  if (purposes.some((purpose) => /\b(?:prefetch|prerender|preview)/i.test(purpose))) return false;
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, 'sec-fetch-dest': destination = 'document' } = headers;
  const isNode = mode === 'cors' && site === undefined;
  return isNode || ((mode === undefined || mode === 'navigate') && destination === 'document');
}
