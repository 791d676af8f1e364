import { expect, testOnServer } from '../test.ts';
import { type Firefox, openTab, startFirefox, type Tab } from './browser.ts';
import { program } from './program.ts';

interface Fixtures {
  /** A signed-out tab. The test fails if a page writes to the console. */
  tab: Tab;
}

interface WorkerFixtures {
  firefox: Firefox;
}

export const test = testOnServer.extend<Fixtures, WorkerFixtures>({
  firefox: [
    async ({}, provide) => {
      const firefox = await startFirefox(program!);
      await provide(firefox);
      await firefox.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  tab: async ({ firefox, server }, provide) => {
    const tab = await openTab(firefox.bidi, server.url);
    await provide(tab);
    await tab.close();
    expect(firefox.complaints.splice(0)).toEqual([]);
  },
});
