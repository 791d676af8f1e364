import type { FastifyRequest } from 'fastify';

/** Whether somebody opens the address in a tab, as far as a request tells: no HEAD, no prefetch or preview, nothing that a page loads. */
export function isOpened({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].flatMap((name) => headers[name] ?? []);
  if (purposes.some((purpose) => /\b(?:prefetch|prerender|preview)/i.test(purpose))) return false;
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, 'sec-fetch-dest': destination = 'document' } = headers;
  // Node's fetch says "cors" and nothing else of that kind: a program that somebody wrote, and no browser.
  const isNode = mode === 'cors' && site === undefined;
  return isNode || ((mode === undefined || mode === 'navigate') && destination === 'document');
}
