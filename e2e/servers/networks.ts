import { execFileSync } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';
import { findProgram } from '../find-program.ts';

/** Network namespaces of the nodes, which reach only each other and this machine. */
export interface Networks {
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
export function whyNoNetworks(): string | null {
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

export function openNetworks(count: number): Networks {
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
