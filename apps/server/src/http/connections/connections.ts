import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metric } from 'prom-client';
import { Refusal } from '../../refusal.ts';
import { answerAndClose } from './answer-socket.ts';
import { type Closed, connectionMetrics } from './connection-metrics.ts';
import { type Connection, type Full, isQuiet, openSlots, type SlotLimits } from './connection-slots.ts';
import { freshPace, isFormRequest, judgePace, type PaceLimits } from './pace.ts';

export interface ConnectionLimits extends SlotLimits, PaceLimits {
  /** From a connection's beginning, or the first byte of a further request, to the end of its head. */
  headersWithinMs: number;
  /** From a form's head to its end, however steadily it comes: 36 MB at 20 KB/s. */
  formWithinMs: number;
  /** How long a connection waits for its next request. */
  idleMs: number;
  /** … from a trusted proxy: longer than nginx (60 s) and Caddy (2 min) keep theirs, so that it is they who close them. */
  proxyIdleMs: number;
  lookEveryMs: number;
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
  lookEveryMs: 1_000,
};

export interface Connections {
  /** A server whose connections are bounded in number and in time. Several share the bounds. */
  createServer(listener: RequestListener): Server;
  /** For what Node gives up by itself: a head that does not end, a form that takes too long, what is no HTTP. */
  giveUp(socket: Socket, error: NodeJS.ErrnoException): void;
  /** From now on each answer is the last on its connection: who asks again is to ask elsewhere. */
  keepNoneAlive(): void;
  /** Closes those without work. Those just opened may be about to send something: they are spared for half a second. */
  closeIdle(): void;
  /** Tells those whose request has no answer yet that the server stops, but for forms that are being sent. */
  refuseUnanswered(): void;
  closeAll(): void;
  readonly metrics: Metric[];
}

/** Counts and watches every connection. A request costs three assignments; everything else is looked at once a second. */
export function watchConnections(trustProxy: readonly string[], change: Partial<ConnectionLimits> = {}): Connections {
  const limits = { ...usualLimits, ...change };
  const slots = openSlots(limits, trustProxy, makeRoom);
  const { refused, closed, metrics } = connectionMetrics(limits, slots);
  let looking: NodeJS.Timeout | undefined;
  let isKeptAlive = true;
  let lookedAt = 0;
  /** Milliseconds for which we have been listening: where this process stood still, nobody else was slow. */
  let clock = 0;

  function admit(socket: Socket): boolean {
    const ip = socket.remoteAddress;
    if (ip === undefined) {
      // It was reset before we got to it.
      socket.destroy();
      return false;
    }
    const slot = slots.take(socket, ip);
    if (typeof slot === 'string') {
      refused.inc({ reason: slot });
      answerAndClose(socket, refusals[slot](), { discard: true });
      return false;
    }
    socket.once('close', () => slots.leave(socket));
    if (!looking) {
      lookedAt = performance.now();
      looking = setInterval(look, limits.lookEveryMs).unref();
    }
    return true;
  }

  /** Who has sent nothing whole yet is told why; who rests between two requests knows that a connection may end there. */
  function makeRoom({ socket, requests }: Connection, why: Full): void {
    close(socket, 'made_room');
    if (requests === 0) answerAndClose(socket, refusals[why](), { discard: false });
    else socket.destroy();
  }

  function look(): void {
    if (slots.all.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    const now = performance.now();
    clock += Math.min(now - lookedAt, 2 * limits.lookEveryMs);
    lookedAt = now;
    for (const one of slots.all.values()) lookAt(one);
  }

  function lookAt(one: Connection): void {
    if (one.requests !== one.requestsSeen) {
      one.requestsSeen = one.requests;
      one.begunAt = clock;
      one.quietLooks = 0;
      one.pace = freshPace();
    }
    if (isQuiet(one)) {
      one.request = one.response = undefined;
      one.quietLooks += 1;
      const hasRested = one.requests > 0 && one.quietLooks * limits.lookEveryMs > limits.idleMs;
      if (hasRested && !one.isProxy) cut(one, 'idle');
      return;
    }
    one.quietLooks = 0;
    const { socket, request, response, begunAt, pace } = one;
    if (!request || !response) return;
    const reason = judgePace(pace, { socket, request, response, begunAt }, limits, clock);
    if (reason) cut(one, reason);
  }

  /** Answered where there is no answer yet. */
  function cut(one: Connection, reason: Closed): void {
    close(one.socket, reason);
    if (reason === 'idle' || reason === 'slow_reader' || isAnswering(one)) one.socket.destroy();
    else answerAndClose(one.socket, refusals[reason === 'stopping' ? 'stopping' : 'slow'](), { discard: false });
  }

  /** Its place is free at once, however long its end takes. */
  function close(socket: Socket, reason: Closed): void {
    closed.inc({ reason });
    slots.leave(socket);
  }

  return {
    metrics,
    createServer(listener) {
      const server = createServer(
        {
          headersTimeout: limits.headersWithinMs,
          requestTimeout: limits.formWithinMs,
          keepAliveTimeout: limits.proxyIdleMs,
          connectionsCheckingInterval: Math.min(2_000, limits.headersWithinMs),
        },
        (request, response) => {
          const one = slots.all.get(request.socket);
          if (one) {
            one.request = request;
            one.response = response;
            one.requests += 1;
          }
          if (!isKeptAlive) response.shouldKeepAlive = false;
          listener(request, response);
        },
      );
      // Node's own listener reads HTTP from it: only those that are let in come there.
      const [serve] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
      server.removeAllListeners('connection');
      return server.on('connection', (socket: Socket) => {
        if (admit(socket)) serve?.call(server, socket);
      });
    },
    giveUp(socket, error) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const one = slots.all.get(socket);
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (one) close(socket, !isLate ? 'malformed' : isQuiet(one) ? 'slow_headers' : 'slow_upload');
      // A browser opens connections ahead and finds them closed: an answer to nothing would only confuse it.
      if ((one && isAnswering(one)) || (isLate && socket.bytesRead === 0)) socket.destroy();
      else answerAndClose(socket, isLate ? refusals.slow() : refusals.unreadable(error), { discard: !isLate });
    },
    keepNoneAlive() {
      isKeptAlive = false;
    },
    closeIdle() {
      const spared = performance.now() - 500;
      for (const one of slots.all.values()) if (isQuiet(one) && (one.requests > 0 || one.openedAt < spared)) one.socket.destroy();
    },
    refuseUnanswered() {
      for (const one of slots.all.values())
        if (one.request && !isFormRequest(one.request) && !isQuiet(one) && !isAnswering(one)) cut(one, 'stopping');
    },
    closeAll() {
      for (const one of slots.all.values()) one.socket.destroy();
    },
  };
}

/**
 * In the middle of an answer there is no place for another, nor behind it while the body that it answers still comes. With requests
 * sent ahead it may be the answer to an earlier one.
 */
const isAnswering = ({ socket, request, response }: Connection): boolean =>
  response !== undefined && (response.writableFinished ? request?.complete === false : response.headersSent || response.socket !== socket);

const refusals = {
  address: () =>
    new Refusal('too_many_requests', 'There are too many connections from your address. Please try again in a moment.', { retryAfter: 5 }),
  total: () => new Refusal('overloaded', 'The server is busy. Please try again in a moment.', { retryAfter: 5 }),
  stopping: () => new Refusal('overloaded', 'The server is being restarted. Please try again in a moment.', { retryAfter: 5 }),
  slow: () => new Refusal('too_slow', 'The request took too long to arrive. Please try again.'),
  unreadable: ({ code }: NodeJS.ErrnoException) =>
    code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('too_large', 'The headers are too large.')
      : new Refusal('malformed', 'The request could not be read.'),
};
