import { makeStartedFolder, type RunningServer, startServer } from '../server.ts';
import { expect, test as base } from '../test.ts';

/** Returns a test function with a server in these languages. */
export const testIn = (locales: string) =>
  base.extend<object, { server: RunningServer }>({
    server: [
      async ({}, provide) => {
        const { dataFolder, remove } = await makeStartedFolder();
        const server = await startServer(dataFolder, { LOCALES: locales });
        await provide(server);
        await server.end();
        await remove();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  });

export { expect };
