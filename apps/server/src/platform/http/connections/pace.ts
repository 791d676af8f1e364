import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How slow a connection may be. */
export interface PaceLimits {
  /** A body that is no form, from its head to its end; what is left of any body once its answer is finished. */
  bodyWithinMs: number;
  /** So many bytes of a form or of an answer … */
  leastBytes: number;
  /** … must move in so long. A phone on 2G moves them in seconds, and may lose its network for some more. */
  withinMs: number;
}

/** What a connection is cut for. */
export type TooSlow = 'slow_body' | 'slow_upload' | 'slow_reader';

/** What one connection has moved so far. */
export interface Pace {
  /** Which way bytes were going when last looked at. */
  going: 'in' | 'out' | 'nowhere';
  /** When the last `leastBytes` had moved, and how many had moved in all by then. */
  markedAt: number;
  markedBytes: number;
  /** When the newest request was first seen to be answered with its body still coming; null otherwise. */
  answeredAt: number | null;
}

export const freshPace = (): Pace => ({ going: 'nowhere', markedAt: 0, markedBytes: 0, answeredAt: null });

/** Where an answer must be faster than others, and done in time. */
export interface AnswerRules {
  leastBytes: number;
  doneWithinMs: number;
}

const rulesOf = new WeakMap<ServerResponse, AnswerRules>();

/** Gives one answer rules of its own, where few may be in work at once. */
export const requirePace = (response: ServerResponse, rules: AnswerRules): void => void rulesOf.set(response, rules);

/** Whether the other end of a connection has become too slow, at its newest request. Asked about once a second. */
export function judgePace(
  pace: Pace,
  { socket, request, response, begunAt }: { socket: Socket; request: IncomingMessage; response: ServerResponse; begunAt: number },
  limits: PaceLimits,
  now: number,
): TooSlow | null {
  if (!request.complete) {
    // A request refused before all of it was sent: the sender may still read why, but not keep the connection busy.
    if (response.writableFinished) pace.answeredAt ??= now;
    if (pace.answeredAt !== null && now - pace.answeredAt > limits.bodyWithinMs) return 'slow_body';
    if (!isFormRequest(request)) return now - begunAt > limits.bodyWithinMs ? 'slow_body' : null;
    // Bytes wait for us: whatever takes so long is not the sender.
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

/** Bytes that the system has taken from us. What one large write still has to go is known to the socket's handle alone, as to Node's own idle timer. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  return handle?.bytesWritten === undefined
    ? socket.bytesWritten - socket.writableLength
    : handle.bytesWritten - (handle.writeQueueSize ?? 0);
}

export const isFormRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
