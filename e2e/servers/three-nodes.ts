import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openImageStore } from '../../apps/server/src/platform/adapters/s3-image-store.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { type HttpAnswer, sendRequest } from '../../apps/server/src/testing/http-client.ts';
import { type ObjectStore, startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import { startReplicated, type TestServer } from '../../apps/server/src/testing/replicated.ts';
import { type Installation, withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { freePort, makeDataFolder, type RunningServer, startServer } from '../server.ts';
import { startHaproxy } from './balancers.ts';
import { makeProxyFolder } from './front.ts';

export interface ThreeNodes {
  /** Address of the balancer. */
  url: string;
  installation: Required<Installation>;
  nodes: RunningServer[];
  dataFolders: readonly string[];
  startNode: (index: number) => Promise<RunningServer>;
  primary: TestServer;
  replica: TestServer;
  objects: ObjectStore;
  /** Log lines of nodes and balancer about failed requests. */
  failures: () => string[];
  stop: () => Promise<void>;
}

const metricsToken = 'three nodes, one token';

/**
 * Starts three nodes behind HAProxy with a PostgreSQL, its replica and an object store. Each node has its own network if the machine allows
 * it, else its own port.
 */
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
    const replica = servers.replicas[0]!;
    const networks = openNodeNetworks(ports.length);
    undo.push(async () => networks?.close());
    const shared = [servers.primary.url, replica.url, objects.settings['S3_ENDPOINT']!];
    for (const address of shared) await networks?.passOn(Number(new URL(address).port));
    const host = networks?.host ?? '127.0.0.1';
    const addresses = networks?.addresses ?? ports.map(() => '127.0.0.1');
    const env = {
      ...sharedSettings(objects, servers.primary, replica, host),
      PUBLIC_URL: `http://localhost:${front}`,
      TRUST_PROXY: networks ? host : 'loopback',
    };
    const started: RunningServer[] = [];
    const dataFolders = ports.map((_, index) => path.join(folder.dataFolder, `node${index}`));
    const startNode = async (index: number): Promise<RunningServer> => {
      const own = { ...env, HOST: addresses[index]!, PORT: String(ports[index]) };
      const node = await startServer(dataFolders[index]!, own, networks?.inside(index));
      started.push(node);
      return node;
    };
    const nodes: RunningServer[] = [];
    undo.push(() => Promise.all(nodes.map((node) => node.end())));
    for (const index of ports.keys()) nodes.push(await startNode(index));
    const balancer = await startHaproxy(haproxy, {
      folder: proxyFolder.folder,
      port: front,
      nodes: ports.map((port, index) => `${addresses[index]}:${port}`),
    });
    undo.push(() => balancer.stop());
    return {
      url: env.PUBLIC_URL,
      // Uses addresses as seen from this machine.
      installation: { dataFolder: folder.dataFolder, env: { ...env, DATABASE_URL: servers.primary.url, ...objects.settings } },
      nodes,
      dataFolders,
      startNode,
      primary: servers.primary,
      replica,
      objects,
      failures: () => [...started.flatMap((node) => failuresOf(node.url, node.output())), balancer.output().slice(-2_000)],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openNodeNetworks(count: number): ReturnType<typeof openNetworks> | null {
  const why = whyNoNetworks();
  const networks = why === null ? openNetworks(count) : null;
  console.log(networks ? `Each node has a network of its own: ${networks.addresses.join(', ')}.` : `The nodes share one network: ${why}.`);
  return networks;
}

/** Environment of all nodes, with addresses as seen from the nodes. */
function sharedSettings(objects: ObjectStore, primary: TestServer, replica: TestServer, host: string) {
  const seen = (address: string): string => address.replace('127.0.0.1', host);
  return {
    ...objects.settings,
    S3_ENDPOINT: seen(objects.settings['S3_ENDPOINT']!),
    DATABASE_URL: seen(primary.url),
    DATABASE_REPLICA_URLS: seen(replica.url),
    SIGNING_KEY: randomBytes(32).toString('hex'),
    DRAIN_SECONDS: '5',
    METRICS_TOKEN: metricsToken,
  };
}

/** Returns each failure reason with its count. */
function failuresOf(url: string, output: string): string[] {
  const times = new Map<string, number>();
  for (const [, because] of output.matchAll(/"reason":"\w+","because":"([^"]+)".*"request not served"/g))
    times.set(because!, (times.get(because!) ?? 0) + 1);
  return [...times].map(([because, many]) => `${url}: ${because} (${many})`);
}

/** Returns the sum of a metric over all nodes. */
export async function sumOf(nodes: ThreeNodes, figure: string): Promise<number> {
  const all = await Promise.all(
    nodes.nodes.map(async (node) => {
      const { text } = await askNode(nodes, node, '/metrics', metricsToken);
      const value = text.split('\n').find((line) => line.startsWith(`${figure}{`) || line.startsWith(`${figure} `));
      return Number(value?.split(' ').at(-1)?.replace('+Inf', 'Infinity'));
    }),
  );
  return all.reduce((sum, one) => sum + one, 0);
}

/** Sweeps files without a post, and returns the ids of the remaining images. */
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

/** Waits until each node answers a member's request, whatever the balancer's state. */
export async function expectAllWell(all: ThreeNodes, token: string): Promise<void> {
  const ask = (): Promise<number[]> =>
    Promise.all(
      all.nodes.map((node) =>
        askNode(all, node, '/api/v1/me', token).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
  await expect.poll(ask, { timeout: 60_000, intervals: [100] }).toEqual(all.nodes.map(() => 200));
}

/** Sends a request to one node directly, with the community's host name. */
const askNode = ({ url }: ThreeNodes, node: RunningServer, path: string, token: string): Promise<HttpAnswer> =>
  sendRequest(`${node.url}${path}`, { method: 'GET', headers: { host: new URL(url).host, authorization: `Bearer ${token}` } });

/** Network namespaces of the nodes, which reach only each other and this machine. */
interface Networks {
  /** Address of this machine in the networks. */
  host: string;
  /** Addresses of the networks as seen from this machine. */
  addresses: readonly string[];
  /** Returns a prefix for commands to run in the network. */
  inside(index: number): string[];
  /** Forwards a port of this machine's loopback to the networks. */
  passOn(port: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns the reason why this machine cannot create networks, or null. */
function whyNoNetworks(): string | null {
  if (process.getuid?.() !== 0) return 'only root makes networks';
  if (findProgram('ip') === null) return 'no ip (iproute2)';
  try {
    const probe = `mbari-${process.pid}-probe`;
    ip('netns', 'add', probe);
    ip('netns', 'del', probe);
    return null;
  } catch (error) {
    return `no network can be made here: ${(error as Error).message.trim().split('\n').at(-1)}`;
  }
}

function openNetworks(count: number): Networks {
  // Concurrent runs use different parts of 10.0.0.0/8, which no other machine here should use.
  const part = `10.${200 + (process.pid % 50)}.${Math.floor(process.pid / 50) % 250}`;
  const bridge = `mb${process.pid}`;
  const names = Array.from({ length: count }, (_, index) => `mbari-${process.pid}-${index}`);
  const addresses = names.map((_, index) => `${part}.${11 + index}`);
  const host = `${part}.1`;
  const passing: Server[] = [];
  const undo: (() => void)[] = [];
  const removeAll = (): void => {
    for (const step of undo.toReversed()) step();
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    undo.push(() => ip('link', 'del', bridge));
    ip('address', 'add', `${host}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [index, name] of names.entries()) {
      const [outer, inner] = [`${bridge}o${index}`, `${bridge}i${index}`];
      ip('netns', 'add', name);
      undo.push(() => ip('netns', 'del', name));
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
      ip('link', 'set', outer, 'master', bridge, 'up');
      ip('-n', name, 'address', 'add', `${addresses[index]}/24`, 'dev', inner);
      ip('-n', name, 'link', 'set', inner, 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
  } catch (error) {
    removeAll();
    throw error;
  }
  return {
    host,
    addresses,
    inside: (index) => ['ip', 'netns', 'exec', names[index]!],
    async passOn(port) {
      const server = createServer((here) => {
        const there = connect(port, '127.0.0.1');
        here.pipe(there).pipe(here);
        here.on('error', () => there.destroy());
        there.on('error', () => here.destroy());
        here.on('close', () => there.destroy());
        there.on('close', () => here.destroy());
      });
      await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
      passing.push(server);
    },
    async close() {
      await Promise.all(passing.map((server) => new Promise((resolve) => void server.close(resolve))));
      removeAll();
    },
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
