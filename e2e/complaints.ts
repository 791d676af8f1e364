import type { BrowserContext } from '@playwright/test';

/** Adds what the pages of a context write to the console, and errors that nothing caught. Only tests about it allow a service worker. */
export function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('blocked by Playwright'))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
}
