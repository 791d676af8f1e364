const mostDoublings = 4;

/**
 * Milliseconds until the next attempt: a random one to five seconds, to spread the reconnects of all
 * browsers, doubled after each failure. At least the server's Retry-After.
 */
export function retryPause(failures: number, retryAfter: number | null, random = Math.random()): number {
  const growth = 2 ** Math.min(Math.max(failures - 1, 0), mostDoublings);
  return Math.max((1 + 4 * random) * growth, retryAfter ?? 0) * 1_000;
}
