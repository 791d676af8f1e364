import { expect, test as base } from '@playwright/test';
import { collectComplaints } from './complaints.ts';
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
