import { makeStartedFolder, type RunningServer, startServer } from '../server.ts';
import { expect, test as base } from '../test.ts';

/** Test function with a server in all languages of these tests. They share it, because each kind of server needs workers of its own. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, provide) => {
      const { dataFolder, remove } = await makeStartedFolder();
      const server = await startServer(dataFolder, { LOCALES: 'en,ar,fr,en-XA' });
      await provide(server);
      await server.end();
      await remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

export { expect };
