import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openImageStore } from '../../apps/server/src/adapters/open-image-store.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { type ObjectStore, startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import { startReplicated, type TestServer } from '../../apps/server/src/testing/replicated.ts';
import { type Installation, withDatabase } from '../database.ts';
import { freePort, makeDataFolder, type RunningServer, startServer } from '../server.ts';
import { startHaproxy } from './balancers.ts';
import { makeProxyFolder } from './front.ts';

export interface ThreeNodes {
  /** The balancer's. */
  url: string;
  installation: Required<Installation>;
  nodes: RunningServer[];
  /** Of each node, its own. */
  dataFolders: readonly string[];
  startNode: (index: number) => Promise<RunningServer>;
  primary: TestServer;
  replica: TestServer;
  objects: ObjectStore;
  /** What the nodes and the balancer said of requests that they did not serve. */
  failures: () => string[];
  stop: () => Promise<void>;
}

const metricsToken = 'three nodes, one token';

/** Three nodes with folders of their own behind HAProxy, a PostgreSQL with a replica, and an object store. */
export async function startThreeNodes(haproxy: string): Promise<ThreeNodes> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
  };
  try {
    const [folder, proxyFolder, objects] = [await makeDataFolder(), await makeProxyFolder(), await startObjectStore()];
    undo.push(folder.remove, proxyFolder.remove, () => objects.close());
    const servers = await startReplicated(1);
    undo.push(() => servers.stop());
    const [front, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const env = {
      ...objects.settings,
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replicas[0]!.url,
      SIGNING_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: `http://localhost:${front}`,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '5',
      METRICS_TOKEN: metricsToken,
    };
    const started: RunningServer[] = [];
    const dataFolders = ports.map((_, index) => path.join(folder.dataFolder, `node${index}`));
    const startNode = async (index: number): Promise<RunningServer> => {
      const node = await startServer(dataFolders[index]!, { ...env, PORT: String(ports[index]) });
      started.push(node);
      return node;
    };
    const nodes: RunningServer[] = [];
    undo.push(() => Promise.all(nodes.map((node) => node.end())));
    for (const index of ports.keys()) nodes.push(await startNode(index));
    const balancer = await startHaproxy(haproxy, {
      folder: proxyFolder.folder,
      port: front,
      nodes: ports.map((port) => `127.0.0.1:${port}`),
    });
    undo.push(() => balancer.stop());
    return {
      url: env.PUBLIC_URL,
      installation: { dataFolder: folder.dataFolder, env },
      nodes,
      dataFolders,
      startNode,
      primary: servers.primary,
      replica: servers.replicas[0]!,
      objects,
      failures: () => [...started.flatMap((node) => failuresOf(node.url, node.output())), balancer.output().slice(-2_000)],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Each reason once, with how often it was given. */
function failuresOf(url: string, output: string): string[] {
  const times = new Map<string, number>();
  for (const [, because] of output.matchAll(/"reason":"\w+","because":"([^"]+)".*"request not served"/g))
    times.set(because!, (times.get(because!) ?? 0) + 1);
  return [...times].map(([because, many]) => `${url}: ${because} (${many})`);
}

/** Sums of a figure that all nodes show. */
export async function sumOf({ nodes }: ThreeNodes, figure: string): Promise<number> {
  const all = await Promise.all(
    nodes.map(async ({ url }) => {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      const value = (await answer.text()).split('\n').find((line) => line.startsWith(`${figure}{`) || line.startsWith(`${figure} `));
      return Number(value?.split(' ').at(-1)?.replace('+Inf', 'Infinity'));
    }),
  );
  return all.reduce((sum, one) => sum + one, 0);
}

/** Has files swept that no post came to own. Answers the ids of pictures that the bucket then has. */
export async function sweepBucket({ installation, objects }: ThreeNodes): Promise<Set<string>> {
  await objects.age();
  await withDatabase(installation, async (db) => {
    await db.query(`select graphile_worker.add_job('sweep_images', job_key => 'swept')`);
    const isUnderWay = async () => (await db.query(`select from graphile_worker.jobs where key = 'swept'`)).rowCount;
    await expect.poll(isUnderWay, { timeout: 120_000 }).toBe(0);
  });
  const config = readConfig({ ...installation.env, MBARI_DATA: path.join(installation.dataFolder, 'looking') }, installation.dataFolder);
  const kept = new Set<string>();
  for await (const ids of (await openImageStore(config)).list(new Date())) for (const id of ids) kept.add(id);
  return kept;
}

/** Each node answers a member by itself, however the balancer sees it. */
export async function expectAllWell({ nodes }: ThreeNodes, token: string): Promise<void> {
  const ask = (): Promise<number[]> =>
    Promise.all(
      nodes.map(({ url }) =>
        fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } }).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          () => 0,
        ),
      ),
    );
  await expect.poll(ask, { timeout: 60_000, intervals: [100] }).toEqual(nodes.map(() => 200));
}
