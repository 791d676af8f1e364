import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PaceLimits {
  /** Limit for a body other than a form, and for the rest of any body after its response. */
  bodyWithinMs: number;
  /** Bytes of a form or response that must move within `withinMs`. */
  leastBytes: number;
  /** Long enough for a phone on 2G that temporarily loses its network. */
  withinMs: number;
}

export type TooSlow = 'slow_body' | 'slow_upload' | 'slow_reader';

export interface Pace {
  going: 'in' | 'out' | 'nowhere';
  /** Time and total bytes at the last mark. Each further `leastBytes` set a new mark. */
  markedAt: number;
  markedBytes: number;
  /** When the latest request was first seen answered with its body incomplete. */
  answeredAt: number | null;
}

export const freshPace = (): Pace => ({ going: 'nowhere', markedAt: 0, markedBytes: 0, answeredAt: null });

export interface AnswerRules {
  leastBytes: number;
  doneWithinMs: number;
}

const rulesOf = new WeakMap<ServerResponse, AnswerRules>();

export const requirePace = (response: ServerResponse, rules: AnswerRules): void => void rulesOf.set(response, rules);

/** Returns why the client is too slow, or null. */
export function judgePace(
  pace: Pace,
  { socket, request, response, begunAt }: { socket: Socket; request: IncomingMessage; response: ServerResponse; begunAt: number },
  limits: PaceLimits,
  now: number,
): TooSlow | null {
  if (!request.complete) {
    // A refused client may finish sending within `bodyWithinMs` before it reads the refusal.
    if (response.writableFinished) pace.answeredAt ??= now;
    if (pace.answeredAt !== null && now - pace.answeredAt > limits.bodyWithinMs) return 'slow_body';
    if (!isFormRequest(request)) return now - begunAt > limits.bodyWithinMs ? 'slow_body' : null;
    if (request.readableLength > 0) return mark(pace, 'nowhere', 0, now);
    return hasMoved(pace, 'in', socket.bytesRead, limits.leastBytes, limits.withinMs, now) ? null : 'slow_upload';
  }
  const rules = rulesOf.get(response);
  if (rules && now - begunAt > rules.doneWithinMs) return 'slow_reader';
  if (socket.writableLength === 0) return mark(pace, 'nowhere', 0, now);
  const least = rules?.leastBytes ?? limits.leastBytes;
  return hasMoved(pace, 'out', bytesTaken(socket), least, limits.withinMs, now) ? null : 'slow_reader';
}

function hasMoved(pace: Pace, going: 'in' | 'out', bytes: number, least: number, withinMs: number, now: number): boolean {
  if (pace.going !== going || bytes - pace.markedBytes >= least) mark(pace, going, bytes, now);
  return now - pace.markedAt <= withinMs;
}

function mark(pace: Pace, going: Pace['going'], bytes: number, now: number): null {
  pace.going = going;
  pace.markedAt = now;
  pace.markedBytes = bytes;
  return null;
}

/** Returns the bytes accepted by the system. Reads the socket's handle, as Node's idle timer does, to count parts of a large write. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  return handle?.bytesWritten === undefined
    ? socket.bytesWritten - socket.writableLength
    : handle.bytesWritten - (handle.writeQueueSize ?? 0);
}

export const isFormRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
