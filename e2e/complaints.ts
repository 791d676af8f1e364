import type { BrowserContext } from '@playwright/test';

/**
 * Harmless messages: service workers that Playwright blocks, and on a busy machine fonts that are used late and a 503, which the page
 * retries. `world/first-view.spec.ts` checks that a page loads only the fonts it needs.
 */
const harmless =
  /blocked by Playwright|\.woff2 was preloaded using link preload but not used within a few seconds|responded with a status of 503/;

/** Collects console messages and uncaught errors of a context's pages. */
export function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !harmless.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
}
