import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type EmbeddedDatabase, startEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts';
import { startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import { freePort, makeDataFolder, type RunningServer, startServer } from '../server.ts';
import type { startHaproxy } from './balancers.ts';
import { makeProxyFolder } from './front.ts';

interface TwoNodes {
  /** Address of the balancer. */
  url: string;
  dataFolder: string;
  /** The running nodes. A test that restarts a node replaces its entry. */
  nodes: RunningServer[];
  /** Starts a node; `cwd` is the folder of another build. */
  startNode: (index: number, cwd?: string) => Promise<RunningServer>;
  /** Output of the balancer so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts two nodes of one build behind a documented balancer, with one database and one object store. */
export async function startTwoNodes(start: typeof startHaproxy, program: string, cwd?: string): Promise<TwoNodes> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
  };
  try {
    const [folder, proxyFolder, objects] = [await makeDataFolder(), await makeProxyFolder(), await startObjectStore()];
    undo.push(folder.remove, proxyFolder.remove, () => objects.close());
    const database = await startEmbedded(folder.dataFolder);
    undo.push(() => database.stop());
    const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
    const environment = {
      ...objects.settings,
      DATABASE_URL: urlOf(database),
      SIGNING_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: `http://localhost:${front}`,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '5',
    };
    const startNode = (index: number, build = cwd): Promise<RunningServer> =>
      startServer(path.join(folder.dataFolder, `node${index}`), { ...environment, PORT: String(ports[index]) }, [], build);
    const nodes: RunningServer[] = [];
    undo.push(() => Promise.all(nodes.map((node) => node.end())));
    for (const index of [0, 1]) nodes.push(await startNode(index));
    const balancer = await start(program, {
      folder: proxyFolder.folder,
      port: front,
      nodes: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`],
    });
    undo.push(() => balancer.stop());
    return { url: `http://localhost:${front}`, dataFolder: folder.dataFolder, nodes, startNode, output: () => balancer.output(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const urlOf = ({ connection: { user, password, host, port, database } }: EmbeddedDatabase): string =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
