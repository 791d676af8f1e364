import { type BrowserContext, expect, test as base } from '@playwright/test';
import { makeStartedFolder, type RunningServer, startServer } from './server.ts';

interface ServerFixtures {
  dataFolder: string;
}

interface WorkerFixtures {
  /** One server per worker. Each test creates its own members. */
  server: RunningServer;
}

interface Fixtures {
  /** Problems in the page's console. The test removes expected problems; any other problem fails it. */
  complaints: string[];
}

/** Test function with the worker's server, for any browser. */
export const testOnServer = base.extend<ServerFixtures, WorkerFixtures>({
  server: [
    async ({}, provide) => {
      const { dataFolder, remove } = await makeStartedFolder();
      const server = await startServer(dataFolder);
      await provide(server);
      await server.end();
      await remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.url),
  dataFolder: ({ server }, provide) => provide(server.dataFolder),
});

/** Test function that fails if the page wrote to the console. */
export const test = testOnServer.extend<Fixtures>({
  complaints: [
    async ({ context }, provide) => {
      const complaints: string[] = [];
      collectComplaints(context, complaints);
      // Reports violations of the Content Security Policy, even those that the browser does not log.
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
          console.error(`the policy stopped ${effectiveDirective} (${blockedURI}) of ${sourceFile}`),
        ),
      );
      await provide(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

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
