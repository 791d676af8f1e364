import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus } from '@mbari/contract/platform/endpoint';
import { Refusal } from '../../refusal.ts';
import { bodyOf } from '../answer-error.ts';
import { answerPolicy } from '../content-policy.ts';
import type { Closed } from './connection-metrics.ts';
import { type Connection, type Full, isQuiet, type Slots } from './connection-slots.ts';

/** Ends connections and frees their slots immediately. */
export interface ConnectionEnds {
  cut(connection: Connection, reason: Closed): void;
  makeRoom(connection: Connection, reason: Full): void;
  /** Handles errors of Node's parser: an incomplete head, a form that takes too long, invalid HTTP. */
  giveUp(socket: Socket, error: NodeJS.ErrnoException): void;
}

export function connectionEnds(slots: Pick<Slots, 'all' | 'leave'>, count: (reason: Closed) => void): ConnectionEnds {
  function close(socket: Socket, reason: Closed): void {
    count(reason);
    slots.leave(socket);
  }

  return {
    cut(connection, reason) {
      close(connection.socket, reason);
      if (reason === 'idle' || reason === 'slow_reader' || isAnswering(connection)) connection.socket.destroy();
      else answerAndClose(connection.socket, refusals[reason === 'stopping' ? 'stopping' : 'slow'](), { discard: false });
    },
    // A client without a complete request gets a reason. Between two requests a silent close is normal.
    makeRoom({ socket, requests }, reason) {
      close(socket, 'made_room');
      if (requests === 0) answerAndClose(socket, refusals[reason](), { discard: false });
      else socket.destroy();
    },
    giveUp(socket, error) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const connection = slots.all.get(socket);
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (connection) close(socket, !isLate ? 'malformed' : isQuiet(connection) ? 'slow_headers' : 'slow_upload');
      // Browsers preconnect, and an answer on an unused connection would confuse them.
      if ((connection && isAnswering(connection)) || (isLate && socket.bytesRead === 0)) socket.destroy();
      else answerAndClose(socket, isLate ? refusals.slow() : refusals.unreadable(error), { discard: !isLate });
    },
  };
}

/**
 * Returns true if no other response can be sent, because a response is under way or its request body is incomplete. With pipelining,
 * that response may belong to an earlier request.
 */
export const isAnswering = ({ socket, request, response }: Connection): boolean =>
  response !== undefined && (response.writableFinished ? request?.complete === false : response.headersSent || response.socket !== socket);

export const refuseConnection = (socket: Socket, reason: Full): void => answerAndClose(socket, refusals[reason](), { discard: true });

const refusals = {
  address: () => new Refusal('too_many_requests', 'tooManyConnections', { retryAfter: 5 }),
  total: () => new Refusal('overloaded', 'serverBusy', { retryAfter: 5 }),
  stopping: () => new Refusal('overloaded', 'serverRestarting', { retryAfter: 5 }),
  slow: () => new Refusal('too_slow', 'requestTooSlow'),
  unreadable: ({ code }: NodeJS.ErrnoException) =>
    code === 'HPE_HEADER_OVERFLOW' ? new Refusal('too_large', 'headersTooLarge') : new Refusal('malformed', 'unreadableRequest'),
};

/** Milliseconds for which a connection stays open after its last response, so that the client can read it. */
const lingerMs = 2_000;
/** Limit of lingering connections, because a flood must not keep file descriptors open. */
const mostLingering = 256;

const lingering = new Set<Socket>();

/**
 * Answers on the bare socket and ends the sending side. Destroys the socket when the client closes, or after two seconds.
 * Closing with unread bytes would reset the connection and lose the response.
 *
 * With `discard`, incoming bytes are dropped. Otherwise they stay unread, so a request that was cut short cannot be completed.
 */
function answerAndClose(socket: Socket, refusal: Refusal, { discard }: { discard: boolean }): void {
  if (lingering.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  lingering.add(socket);
  const [oldest] = lingering;
  if (lingering.size > mostLingering) oldest?.destroy();
  const end = setTimeout(() => socket.destroy(), lingerMs);
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(end);
    lingering.delete(socket);
  });
  socket.end(textOf(refusal));
  if (discard) socket.resume();
  else socket.pause();
}

function textOf(refusal: Refusal): string {
  const body = JSON.stringify(bodyOf(refusal, randomUUID()));
  const status = refusalStatus[refusal.code];
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': answerPolicy,
    'X-Content-Type-Options': 'nosniff',
    ...(refusal.retryAfter !== undefined && { 'Retry-After': refusal.retryAfter }),
    'Connection': 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
