import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus } from '@mbari/contract/platform/endpoint';
import type { Refusal } from '../../refusal.ts';
import { bodyOf } from '../answer-error.ts';
import { answerPolicy } from '../content-policy.ts';

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
export function answerAndClose(socket: Socket, refusal: Refusal, { discard }: { discard: boolean }): void {
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
