import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { findProgram } from '../find-program.ts';
import { someoneNew } from '../posts.ts';
import { startThreeNodes } from './three-nodes.ts';
import { join, walk } from './walk.ts';

// Members use browsers while the nodes restart one after the other: npx playwright test -c e2e/servers walk; ROLLING_RESTARTS=20 for the long run.
const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 4);
const haproxy = findProgram('haproxy');

test('members join, post, like, follow, write and get events repeatedly while three nodes restart one after the other', async ({
  browser,
}) => {
  test.skip(haproxy === null, 'no haproxy');
  test.setTimeout(600_000 + restarts * 90_000);
  const all = await startThreeNodes(haproxy!);
  try {
    const over = new AbortController();
    const restartAll = async (): Promise<void> => {
      for (let n = 0; n < restarts; n += 1) {
        await wait(2_000);
        expect(await all.nodes[n % 3]!.end()).toBe(0);
        all.nodes[n % 3] = await all.startNode(n % 3);
      }
    };
    const restarting = restartAll().finally(() => over.abort());
    let walks = 0;
    const walkOn = async (): Promise<void> => {
      do {
        const [maker, visitor] = [await someoneNew(all.installation, 'Ada Obi'), await someoneNew(all.installation, 'Hauwa Bello')];
        expect(await walk(browser, all.url, maker, visitor), `walk ${walks + 1}`).toEqual([]);
        expect(await join(browser, all.url, all.dataFolders, maker), `newcomer ${walks + 1}`).toEqual([]);
        walks += 1;
      } while (!over.signal.aborted);
    };
    await Promise.all([restarting, walkOn()]);
    console.log(`${restarts} restarts of three nodes: ${walks} walks, no failure`);
  } finally {
    if (test.info().errors.length > 0) console.log(all.failures().join('\n'));
    await all.stop();
  }
});
