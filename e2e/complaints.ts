import type { BrowserContext } from '@playwright/test';

/**
 * The first is Playwright's own. The second says how late letters were drawn, and not that they were fetched for nothing, which
 * page-loads.spec.ts holds: on a busy machine a page comes late.
 */
const harmless = /blocked by Playwright|\.woff2 was preloaded using link preload but not used within a few seconds/;

/** Adds what the pages of a context write to the console, and errors that nothing caught. Only tests about it allow a service worker. */
export function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !harmless.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
}
