import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopbackAddress } from '../../localhost.ts';
import { addressKey } from '../limits/rate-limits.ts';
import { proxyCheck } from '../proxies.ts';
import { freshPace, type Pace } from './pace.ts';

export interface Connection {
  readonly socket: Socket;
  /** The address that it counts for. */
  readonly address: string;
  readonly isProxy: boolean;
  readonly openedAt: number;
  /** The newest request and its answer; forgotten once both are done. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  requests: number;
  /** What the last look found: how many requests there had been, when it first saw the newest, and how many looks in a row saw no work. */
  requestsSeen: number;
  begunAt: number;
  quietChecks: number;
  pace: Pace;
}

/** Which bound was reached. */
export type Full = 'address' | 'total';

export interface SlotLimits {
  inAll: number;
  /** IPv6 addresses count by their /64. Proxies that are trusted may have as many as there are. */
  anAddress: number;
}

export interface Slots {
  /** In the order in which they were opened. */
  readonly all: ReadonlyMap<Socket, Connection>;
  readonly byAddress: ReadonlyMap<string, ReadonlySet<Connection>>;
  /** A slot for a new connection, or why there is none. */
  take(socket: Socket, ip: string): Connection | Full;
  leave(socket: Socket): void;
}

/** No request in work: it never sent one, or not all of its head, or rests after an answer. */
export const isQuiet = ({ request, response }: Connection): boolean =>
  !response || ((response.writableFinished || response.destroyed) && (request?.complete ?? true));

type Close = (one: Connection, why: Full) => void;

/** Bounds how many connections there are. Where no slot is left, `close` ends the connection that has been quiet for longest. */
export function openSlots(limits: SlotLimits, trustProxy: readonly string[], close: Close): Slots {
  const isTrusted = proxyCheck(trustProxy);
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const trimSoon = trimmer(limits.anAddress, close);
  const makeRoom = roomMaker(all, close);

  function hasRoom(neighbours: Set<Connection>, isHere: boolean): boolean {
    if (neighbours.size < limits.anAddress) return true;
    if (!isHere) return closeQuiet(neighbours, 1, 'address', close);
    // Perhaps a proxy that TRUST_PROXY does not name, and then everybody comes from here: only connections without work count. Of many
    // that came at once none may have been read yet, so they are looked at again a moment later.
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
      const known = byAddress.get(address);
      if (known && !isProxy && !hasRoom(known, isLoopbackAddress(ip))) return 'address';
      if (all.size >= limits.inAll && !makeRoom()) return 'total';
      const one = newConnection(socket, address, isProxy);
      all.set(socket, one);
      // Those that made room may have been its last.
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(one));
      return one;
    },
    leave(socket) {
      const one = all.get(socket);
      if (!one) return;
      all.delete(socket);
      const neighbours = byAddress.get(one.address);
      neighbours?.delete(one);
      if (neighbours?.size === 0) byAddress.delete(one.address);
    },
  };
}

const newConnection = (socket: Socket, address: string, isProxy: boolean): Connection => ({
  ...{ socket, address, isProxy, openedAt: performance.now(), request: undefined, response: undefined },
  ...{ requests: 0, requestsSeen: 0, begunAt: 0, quietChecks: 0 },
  pace: freshPace(),
});

/** Closes quiet connections of one address until the bound is kept, a quarter of a second later. */
function trimmer(anAddress: number, close: Close): (neighbours: Set<Connection>) => void {
  const beingTrimmed = new WeakSet<Set<Connection>>();

  function trimSoon(neighbours: Set<Connection>): void {
    if (beingTrimmed.has(neighbours)) return;
    beingTrimmed.add(neighbours);
    // What has come in by the time a timer runs is read before what setImmediate defers.
    setTimeout(() => setImmediate(trim, neighbours), 250).unref();
  }

  function trim(neighbours: Set<Connection>): void {
    beingTrimmed.delete(neighbours);
    const unread = performance.now() - 100;
    let excess = countQuiet(neighbours) - anAddress;
    for (const one of neighbours)
      if (excess > 0 && isQuiet(one) && one.openedAt < unread) {
        close(one, 'address');
        excess -= 1;
      }
    if (excess > 0) trimSoon(neighbours);
  }

  return trimSoon;
}

/** Not tried again at once where nothing was found: under a flood all connections would be looked through for each new one. */
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

/** Those that two looks have seen quiet: what a younger one has sent may not have been read yet. */
function closeQuiet(among: Iterable<Connection>, most: number, why: Full, close: Close): boolean {
  const quiet = [...among].filter((one) => one.quietChecks >= 2 && one.requests === one.requestsSeen && isQuiet(one));
  const longest = quiet.toSorted((a, b) => b.quietChecks - a.quietChecks).slice(0, most);
  for (const one of longest) close(one, why);
  return longest.length > 0;
}

function countQuiet(connections: Iterable<Connection>): number {
  let count = 0;
  for (const one of connections) if (isQuiet(one)) count += 1;
  return count;
}
