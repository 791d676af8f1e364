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
  /** The newest request and its answer; let go once both are done. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  requests: number;
  /** What the last look found: how many requests there had been, when it first saw the newest, and how many looks in a row saw no work. */
  requestsSeen: number;
  begunAt: number;
  quietLooks: number;
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
  /** A place for a newcomer, or why there is none. */
  take(socket: Socket, ip: string): Connection | Full;
  leave(socket: Socket): void;
}

/** No request in work: it never sent one, or not all of its head, or rests after an answer. */
export const isQuiet = ({ request, response }: Connection): boolean =>
  !response || ((response.writableFinished || response.destroyed) && (request?.complete ?? true));

/** Bounds how many connections there are. Where there is no place left, whoever has been quiet for longest makes room: `close` does it. */
export function openSlots(limits: SlotLimits, trustProxy: readonly string[], close: (one: Connection, why: Full) => void): Slots {
  const isTrusted = proxyCheck(trustProxy);
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const beingTrimmed = new WeakSet<Set<Connection>>();
  let noRoomUntil = 0;

  function hasRoom(neighbours: Set<Connection>, isHere: boolean): boolean {
    if (neighbours.size < limits.anAddress) return true;
    if (!isHere) return closeQuiet(neighbours, 1, 'address');
    // A proxy that nobody named, perhaps, and then everybody comes from here: only what has no work counts. Of a crowd that came at once
    // none may have been read yet, so that it is looked at again a moment later.
    const quiet = countQuiet(neighbours);
    if (quiet >= limits.anAddress) trimSoon(neighbours);
    return quiet < Math.max(limits.anAddress, limits.inAll / 2);
  }

  function trimSoon(neighbours: Set<Connection>): void {
    if (beingTrimmed.has(neighbours)) return;
    beingTrimmed.add(neighbours);
    // What has come in by the time a timer runs is read before what is then set to be done at once.
    setTimeout(() => setImmediate(trim, neighbours), 250).unref();
  }

  function trim(neighbours: Set<Connection>): void {
    beingTrimmed.delete(neighbours);
    const unread = performance.now() - 100;
    let excess = countQuiet(neighbours) - limits.anAddress;
    for (const one of neighbours)
      if (excess > 0 && isQuiet(one) && one.openedAt < unread) {
        close(one, 'address');
        excess -= 1;
      }
    if (excess > 0) trimSoon(neighbours);
  }

  /** Not tried again at once where nothing was found: under a flood every newcomer would have all of them looked through. */
  function makeRoom(): boolean {
    const now = performance.now();
    if (now < noRoomUntil) return false;
    if (closeQuiet(all.values(), 16, 'total')) return true;
    noRoomUntil = now + 100;
    return false;
  }

  /** Those that two looks have seen quiet: what a younger one has sent may not have been read yet. */
  function closeQuiet(among: Iterable<Connection>, most: number, why: Full): boolean {
    const quiet = [...among].filter((one) => one.quietLooks >= 2 && one.requests === one.requestsSeen && isQuiet(one));
    const longest = quiet.toSorted((a, b) => b.quietLooks - a.quietLooks).slice(0, most);
    for (const one of longest) close(one, why);
    return longest.length > 0;
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
      const one: Connection = {
        ...{ socket, address, isProxy, openedAt: performance.now(), request: undefined, response: undefined },
        ...{ requests: 0, requestsSeen: 0, begunAt: 0, quietLooks: 0 },
        pace: freshPace(),
      };
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

function countQuiet(connections: Iterable<Connection>): number {
  let count = 0;
  for (const one of connections) if (isQuiet(one)) count += 1;
  return count;
}
