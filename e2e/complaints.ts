import type { BrowserContext } from '@playwright/test';

/**
 * Harmless messages. The first is Playwright's own. On a busy machine, fonts are used late, and the server answers 503, after which the page
 * retries. `world/first-view.spec.ts` checks that a page loads only the fonts it needs.
 */
const harmless =
  /blocked by Playwright|\.woff2 was preloaded using link preload but not used within a few seconds|responded with a status of 503/;

/** Collects console messages and uncaught errors of a context's pages. Only tests about the service worker allow one. */
export function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !harmless.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
}
