const mostDoublings = 4;

/**
 * Milliseconds until the next try: one to five seconds, so that not all browsers come at once, and twice as many after each failure. At
 * least as long as the server asks for.
 */
export function retryPause(failures: number, retryAfter: number | null, random = Math.random()): number {
  const growth = 2 ** Math.min(Math.max(failures - 1, 0), mostDoublings);
  return Math.max((1 + 4 * random) * growth, retryAfter ?? 0) * 1_000;
}
