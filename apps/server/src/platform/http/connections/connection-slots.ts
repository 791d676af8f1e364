import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, BlockList, isIP } from 'node:net';
import { isLoopbackAddress } from '../../localhost.ts';
import { plainAddress } from '../../plain-address.ts';
import { addressKey } from '../rate-limits.ts';
import { freshPace, type Pace } from './pace.ts';

export interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly isProxy: boolean;
  readonly openedAt: number;
  /** The latest request and its response; undefined once both are done. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  requests: number;
  /** State at the last check: number of requests, start of the latest request, and consecutive checks without work. */
  requestsSeen: number;
  begunAt: number;
  quietChecks: number;
  pace: Pace;
}

export type Full = 'address' | 'total';

export interface SlotLimits {
  inAll: number;
  /** Limit per address, or per /64 for IPv6. Trusted proxies are exempt. */
  anAddress: number;
}

export interface Slots {
  readonly all: ReadonlyMap<Socket, Connection>;
  readonly byAddress: ReadonlyMap<string, ReadonlySet<Connection>>;
  take(socket: Socket, ip: string): Connection | Full;
  leave(socket: Socket): void;
}

/** Returns true if no request is being served: none was sent, its head is incomplete, or its response is done. */
export const isQuiet = ({ request, response }: Connection): boolean =>
  !response || ((response.writableFinished || response.destroyed) && (request?.complete ?? true));

type Close = (connection: Connection, reason: Full) => void;

/** Limits the number of connections. If no slot is free, `close` ends the connection that has been quiet longest. */
export function openSlots(limits: SlotLimits, trustProxy: readonly string[], close: Close): Slots {
  const isTrusted = proxyCheck(trustProxy);
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const trimSoon = trimmer(limits.anAddress, close);
  const makeRoom = roomMaker(all, close);

  function hasRoom(neighbours: Set<Connection>, isHere: boolean): boolean {
    if (neighbours.size < limits.anAddress) return true;
    if (!isHere) return closeQuiet(neighbours, 1, 'address', close);
    // A loopback address may belong to a proxy of all clients that TRUST_PROXY lacks, so only quiet connections count.
    // New connections may have unread input, so `trimSoon` checks them again.
    const quiet = countQuiet(neighbours);
    if (quiet >= limits.anAddress) trimSoon(neighbours);
    return quiet < Math.max(limits.anAddress, limits.inAll / 2);
  }

  return {
    all,
    byAddress,
    take(socket, ip) {
      const address = addressKey(ip);
      const isProxy = isTrusted(ip);
      const neighbours = byAddress.get(address);
      if (neighbours && !isProxy && !hasRoom(neighbours, isLoopbackAddress(ip))) return 'address';
      if (all.size >= limits.inAll && !makeRoom()) return 'total';
      const connection = newConnection(socket, address, isProxy);
      all.set(socket, connection);
      // `makeRoom` may have closed the address's last connection and removed its set.
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(connection));
      return connection;
    },
    leave(socket) {
      const connection = all.get(socket);
      if (!connection) return;
      all.delete(socket);
      const neighbours = byAddress.get(connection.address);
      neighbours?.delete(connection);
      if (neighbours?.size === 0) byAddress.delete(connection.address);
    },
  };
}

const newConnection = (socket: Socket, address: string, isProxy: boolean): Connection => ({
  ...{ socket, address, isProxy, openedAt: performance.now(), request: undefined, response: undefined },
  ...{ requests: 0, requestsSeen: 0, begunAt: 0, quietChecks: 0 },
  pace: freshPace(),
});

function trimmer(anAddress: number, close: Close): (neighbours: Set<Connection>) => void {
  const beingTrimmed = new WeakSet<Set<Connection>>();

  function trimSoon(neighbours: Set<Connection>): void {
    if (beingTrimmed.has(neighbours)) return;
    beingTrimmed.add(neighbours);
    // setImmediate runs after pending input has been read.
    setTimeout(() => setImmediate(trim, neighbours), 250).unref();
  }

  function trim(neighbours: Set<Connection>): void {
    beingTrimmed.delete(neighbours);
    const unread = performance.now() - 100;
    let excess = countQuiet(neighbours) - anAddress;
    for (const neighbour of neighbours)
      if (excess > 0 && isQuiet(neighbour) && neighbour.openedAt < unread) {
        close(neighbour, 'address');
        excess -= 1;
      }
    if (excess > 0) trimSoon(neighbours);
  }

  return trimSoon;
}

/** Pauses 100 ms after a failed scan, because each new connection of a flood would cause a scan of all. */
function roomMaker(all: ReadonlyMap<Socket, Connection>, close: Close): () => boolean {
  let noRoomUntil = 0;
  return () => {
    const now = performance.now();
    if (now < noRoomUntil) return false;
    if (closeQuiet(all.values(), 16, 'total', close)) return true;
    noRoomUntil = now + 100;
    return false;
  };
}

/** Closes connections that were quiet in two checks. Input of younger connections may be unread. */
function closeQuiet(among: Iterable<Connection>, most: number, reason: Full, close: Close): boolean {
  const quiet = [...among].filter(
    (connection) => connection.quietChecks >= 2 && connection.requests === connection.requestsSeen && isQuiet(connection),
  );
  const longest = quiet.toSorted((a, b) => b.quietChecks - a.quietChecks).slice(0, most);
  for (const connection of longest) close(connection, reason);
  return longest.length > 0;
}

function countQuiet(connections: Iterable<Connection>): number {
  let count = 0;
  for (const connection of connections) if (isQuiet(connection)) count += 1;
  return count;
}

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export function proxyCheck(trustProxy: readonly string[]): (ip: string) => boolean {
  const ranges = trustProxy.flatMap((proxy) => namedRanges[proxy] ?? [proxy]);
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => ranges.length > 0 && list.check(plainAddress(ip), familyOf(plainAddress(ip)));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
