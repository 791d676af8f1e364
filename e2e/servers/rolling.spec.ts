import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startEmbedded } from '../../apps/server/src/db/embedded/launcher.ts';
import { startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import { withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { fill } from '../outage-run.ts';
import { freePort, makeDataFolder, type RunningServer, startServer } from '../server.ts';
import { startHaproxy, startNginx } from './balancers.ts';
import { makeProxyFolder } from './front.ts';
import { askWhile } from './rolling-run.ts';

// Two nodes, restarted one after the other while they are used: npx playwright test -c e2e/servers rolling; ROLLING_RESTARTS=20 for the long run.
// Both nodes, the balancer and who asks share this machine: while it is busy with other things, a balancer finds no node that answers in time.
const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 4);
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 20);
const likes = 250;

const sum = (figures: Record<string, number>): number => Object.values(figures).reduce((all, one) => all + one, 0);

for (const [name, start] of [
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
] as const) {
  const program = findProgram(name);
  test(`behind ${name}, set up as documented, nodes are restarted one after the other, and nobody notices`, async () => {
    test.skip(program === null, `no ${name}`);
    test.setTimeout(300_000 + restarts * 60_000);
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const [folder, proxyFolder, objects] = [await makeDataFolder(), await makeProxyFolder(), await startObjectStore()];
      undo.push(folder.remove, proxyFolder.remove, () => objects.close());
      const database = await startEmbedded(folder.dataFolder);
      undo.push(() => database.stop());
      const { user, password, host, port, database: named } = database.connection;
      const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
      const environment = {
        ...objects.settings,
        DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${named}?host=${encodeURIComponent(host)}`,
        SIGNING_KEY: randomBytes(32).toString('hex'),
        PUBLIC_URL: `http://localhost:${front}`,
        TRUST_PROXY: 'loopback',
        DRAIN_SECONDS: '5',
      };
      const startNode = (index: number): Promise<RunningServer> =>
        startServer(path.join(folder.dataFolder, `node${index}`), { ...environment, PORT: String(ports[index]) });
      const nodes: RunningServer[] = [];
      undo.push(() => Promise.all(nodes.map((node) => node.end())));
      for (const index of [0, 1]) nodes.push(await startNode(index));
      const balancer = await start(program!, {
        folder: proxyFolder.folder,
        port: front,
        nodes: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`],
      });
      undo.push(() => balancer.stop());
      const filled = await withDatabase({ dataFolder: folder.dataFolder }, (db) => fill(db, likes));
      const { figures } = await askWhile(`http://localhost:${front}`, filled, { perSecond }, async () => {
        for (let n = 0; n < restarts; n += 1) {
          await wait(2_000);
          expect(await nodes[n % 2]!.end()).toBe(0);
          nodes[n % 2] = await startNode(n % 2);
        }
        await wait(2_000);
      });
      console.log(`${name}, ${restarts} restarts: ${JSON.stringify(figures)}`);
      // What it said of failures is worth more than their number.
      if (sum(figures.answers) + sum(figures.likes) !== figures.answers['2xx']! + figures.likes['2xx']!)
        console.log(balancer.output().slice(-3_000));
      const wellDone = { '2xx': expect.any(Number) };
      expect(figures).toEqual({ answers: wellDone, likes: wellDone, uploads: wellDone, missed: 0 });
    } finally {
      for (const step of undo.toReversed()) await step().catch(() => undefined);
    }
  });
}
