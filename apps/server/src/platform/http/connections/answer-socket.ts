import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus } from '@mbari/contract/endpoint';
import type { Refusal } from '../../refusal.ts';
import { answerPolicy } from '../content-policy.ts';
import { bodyOf } from '../refusal-body.ts';

/** How long a connection is kept after its last answer, so that the other end reads it before we are gone. */
const lingerMs = 2_000;
/** So many may linger at once: a flood must not keep more files open than connections may. */
const mostLingering = 256;

const lingering = new Set<Socket>();

/**
 * Answers on the bare socket, where there is no request to answer or none that can be, and closes it: our half at once, the rest when
 * the other end has closed, or after two seconds. Closed at once with bytes unread it would be a reset, and the answer lost.
 *
 * With `discard` what still comes in is thrown away; without, it is left unread, so that a request cut short cannot be completed meanwhile.
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
