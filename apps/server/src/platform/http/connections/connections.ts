import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Metric } from 'prom-client';
import { connectionMetrics } from './connection-metrics.ts';
import { isQuiet, openSlots, type SlotLimits, type Slots } from './connection-slots.ts';
import { type ConnectionEnds, connectionEnds, isAnswering, refuseConnection } from './end-connection.ts';
import { isFormRequest } from './pace.ts';
import { type WatchLimits, watchPace } from './watch-pace.ts';

export interface ConnectionLimits extends SlotLimits, WatchLimits {
  /** Maximum time to receive a request's head, counted from the connection or from the first byte of a further request. */
  headersWithinMs: number;
  /** Maximum time to receive a form: 36 MB at 20 KB/s. */
  formWithinMs: number;
  /** Idle time of a trusted proxy's connection: longer than in nginx (60 s) and Caddy (2 min), so that the proxy closes first. */
  proxyIdleMs: number;
}

const usualLimits: ConnectionLimits = {
  inAll: 2_000,
  anAddress: 100,
  headersWithinMs: 10_000,
  bodyWithinMs: 30_000,
  formWithinMs: 30 * 60_000,
  leastBytes: 16 * 1024,
  withinMs: 30_000,
  idleMs: 40_000,
  proxyIdleMs: 130_000,
  checkEveryMs: 1_000,
};

export interface Holder {
  onClose(): void;
  stop(): void;
}

export interface Connections extends Pick<ConnectionEnds, 'giveUp'> {
  /** Creates a server with limited connections. Several servers share the limits. */
  createServer(listener: RequestListener): Server;
  /** Hands a connection with an endless response to a holder, which has its own limits. */
  release(socket: Socket, holder: Holder): void;
  keepNoneAlive(): void;
  /** Closes quiet connections, except those younger than half a second, whose request may follow. */
  closeIdle(): void;
  /** Answers unanswered requests with 503, except forms, because uploads take longer. */
  refuseUnanswered(): void;
  closeAll(): void;
  readonly metrics: Metric[];
}

/** Counts and watches every connection. A request costs three assignments; pace checks run once a second. */
export function watchConnections(trustProxy: readonly string[], change: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...usualLimits, ...change };
  const slots = openSlots(limits, trustProxy, (connection, reason) => ends.makeRoom(connection, reason));
  const { refused, closed, metrics } = connectionMetrics(limits, slots);
  const ends = connectionEnds(slots, (reason) => closed.inc({ reason }));
  const watch = watchPace(slots, limits, (connection, reason) => ends.cut(connection, reason));
  const released = new Map<Socket, Holder>();
  let isKeptAlive = true;

  function admit(socket: Socket): boolean {
    const ip = socket.remoteAddress;
    if (ip === undefined) {
      socket.destroy();
      return false;
    }
    const slot = slots.take(socket, ip);
    if (typeof slot === 'string') {
      refused.inc({ reason: slot });
      refuseConnection(socket, slot);
      return false;
    }
    socket.on('close', forget);
    watch.start();
    return true;
  }

  /** Shared by all connections, because ten thousand closures would cost memory. */
  function forget(this: Socket): void {
    slots.leave(this);
    const holder = released.get(this);
    released.delete(this);
    holder?.onClose();
  }

  function note(request: IncomingMessage, response: ServerResponse): void {
    const connection = slots.all.get(request.socket);
    if (connection) {
      connection.request = request;
      connection.response = response;
      connection.requests += 1;
    }
    if (!isKeptAlive) response.shouldKeepAlive = false;
  }

  return {
    metrics,
    createServer: (listener) => admitOnly(createServer(timeoutsOf(limits), noteFirst(note, listener)), admit),
    release(socket, holder) {
      slots.leave(socket);
      if (!isKeptAlive || socket.destroyed) return holder.stop();
      released.set(socket, holder);
    },
    keepNoneAlive() {
      isKeptAlive = false;
      for (const holder of released.values()) holder.stop();
    },
    ...closings(slots, ends, released),
  };
}

const closings = (
  slots: Slots,
  ends: ConnectionEnds,
  released: ReadonlyMap<Socket, Holder>,
): Pick<Connections, 'giveUp' | 'closeIdle' | 'refuseUnanswered' | 'closeAll'> => ({
  giveUp: (socket, error) => ends.giveUp(socket, error),
  closeIdle() {
    const spared = performance.now() - 500;
    for (const connection of slots.all.values())
      if (isQuiet(connection) && (connection.requests > 0 || connection.openedAt < spared)) connection.socket.destroy();
  },
  refuseUnanswered() {
    for (const connection of slots.all.values())
      if (connection.request && !isFormRequest(connection.request) && !isQuiet(connection) && !isAnswering(connection))
        ends.cut(connection, 'stopping');
  },
  closeAll() {
    for (const connection of slots.all.values()) connection.socket.destroy();
    for (const socket of released.keys()) socket.destroy();
  },
});

const timeoutsOf = ({ headersWithinMs, formWithinMs, proxyIdleMs }: ConnectionLimits) => ({
  headersTimeout: headersWithinMs,
  requestTimeout: formWithinMs,
  keepAliveTimeout: proxyIdleMs,
  connectionsCheckingInterval: Math.min(2_000, headersWithinMs),
});

const noteFirst =
  (note: RequestListener, listener: RequestListener): RequestListener =>
  (request, response) => {
    note(request, response);
    listener(request, response);
  };

/** Replaces Node's own listener, so that only accepted connections reach its HTTP parser. */
function admitOnly(server: Server, admit: (socket: Socket) => boolean): Server {
  const [serve] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  return server.on('connection', (socket: Socket) => {
    if (admit(socket)) serve?.call(server, socket);
  });
}
