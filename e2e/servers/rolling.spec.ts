import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startEmbedded } from '../../apps/server/src/db/embedded/launcher.ts';
import { startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import { withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { fill } from '../outage-run.ts';
import { freePort, makeDataFolder, type RunningServer, startServer } from '../server.ts';
import { makeProxyFolder, type Proxy, startProxy } from './front.ts';
import { askWhile } from './rolling-run.ts';

// Two nodes, restarted one after the other while they are used: npx playwright test -c e2e/servers rolling; ROLLING_RESTARTS=20 for the long run.
// Both nodes, the balancer and who asks share this machine: while it is busy with other things, a balancer finds no node that answers in time.
const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 4);
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 20);
const likes = 250;

interface Balancing {
  folder: string;
  port: number;
  nodes: [string, string];
}

const documented = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, '../../docs/operating', name), 'utf8');

/** As documented, but for addresses; without encryption, which the other specs of proxies have. */
async function startHaproxy(program: string, { folder, port, nodes }: Balancing): Promise<Proxy> {
  const text = (await documented('haproxy.cfg'))
    .replace(/^ {4}bind :80\n/m, '')
    .replace(/bind :443 .*$/m, `bind 127.0.0.1:${port}`)
    .replace(/^.*redirect scheme https.*\n/m, '')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('10.0.0.11:3000', nodes[0])
    .replace('10.0.0.12:3000', nodes[1]);
  await writeFile(path.join(folder, 'haproxy.cfg'), text);
  return startProxy(program, ['-db', '-f', path.join(folder, 'haproxy.cfg')], { host: '127.0.0.1', port });
}

/** What nginx.conf says of passing on, with the upstream of several-nodes.md. */
async function startNginx(program: string, { folder, port, nodes }: Balancing): Promise<Proxy> {
  const upstream = /upstream mbari \{[^}]+\}/.exec(await documented('several-nodes.md'))![0];
  const location = /location \/ \{\s+proxy_pass[^}]+\}/.exec(await documented('nginx.conf'))![0];
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const site = `${upstream.replace('10.0.0.11:3000', nodes[0]).replace('10.0.0.12:3000', nodes[1])}
    server { listen 127.0.0.1:${port}; client_max_body_size 32m; ${location} }`;
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events { worker_connections 4096; }\nhttp { access_log off; ${kept.join(' ')} ${site} }`,
  );
  return startProxy(program, ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { host: '127.0.0.1', port });
}

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
      const figures = await askWhile(`http://localhost:${front}`, filled, perSecond, async () => {
        for (let n = 0; n < restarts; n += 1) {
          await wait(2_000);
          expect(await nodes[n % 2]!.end()).toBe(0);
          nodes[n % 2] = await startNode(n % 2);
        }
        await wait(2_000);
      });
      console.log(`${name}, ${restarts} restarts: ${JSON.stringify(figures)}`);
      // What it said of failures is worth more than their number.
      if (figures.answers['2xx'] !== sum(figures.answers)) console.log(balancer.output().slice(-3_000));
      expect(figures).toEqual({ answers: { '2xx': expect.any(Number) }, uploads: { '2xx': expect.any(Number) }, missed: 0 });
    } finally {
      for (const step of undo.toReversed()) await step().catch(() => undefined);
    }
  });
}
