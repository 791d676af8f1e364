import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { fill } from '../outage-run.ts';
import { startHaproxy, startNginx } from './balancers.ts';
import { askWhile, sum } from './rolling-run.ts';
import { startTwoNodes } from './two-nodes.ts';

// Restarts two nodes in turn under load: npx playwright test -c e2e/servers rolling; ROLLING_RESTARTS=20 for the long run.
// On a busy machine, all nodes may be too slow for the balancer.
const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 4);
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 20);
const likes = 250;

for (const [name, start] of [
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
] as const) {
  const program = findProgram(name);
  test(`behind ${name} with the documented configuration, nodes restart one after the other without failed requests`, async () => {
    test.skip(program === null, `no ${name}`);
    test.setTimeout(300_000 + restarts * 60_000);
    const { url, dataFolder, nodes, startNode, output, stop } = await startTwoNodes(start, program!);
    try {
      const filled = await withDatabase({ dataFolder }, (db) => fill(db, likes));
      const { figures } = await askWhile(url, filled, { perSecond }, async () => {
        for (let n = 0; n < restarts; n += 1) {
          await wait(2_000);
          expect(await nodes[n % 2]!.end()).toBe(0);
          nodes[n % 2] = await startNode(n % 2);
        }
        await wait(2_000);
      });
      console.log(`${name}, ${restarts} restarts: ${JSON.stringify(figures)}`);
      // The log explains failures better than their count.
      if (sum(figures.answers) + sum(figures.likes) !== figures.answers['2xx']! + figures.likes['2xx']!)
        console.log(output().slice(-3_000));
      const wellDone = { '2xx': expect.any(Number) };
      expect(figures).toEqual({ answers: wellDone, likes: wellDone, uploads: wellDone, missed: 0 });
    } finally {
      await stop();
    }
  });
}
