import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refusalStatus, type RefusalBody, type RefusalCode } from '@mbari/contract/endpoint';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isDiskFull, isOutage } from '../db/outage.ts';
import { Refusal } from '../refusal.ts';

/** The one place where what was thrown becomes an answer. What is no refusal is logged, and told in neutral words. */
export function answerError(
  { log }: Pick<Context, 'log'>,
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  const body: RefusalBody = refusal
    ? { message: refusal.message, code: refusal.code, ...(refusal.errors && { errors: refusal.errors }), request_id: request.id }
    : { message: 'Something went wrong. Please try again.', code: 'internal', request_id: request.id };
  if (refusal?.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal?.limit !== undefined)
    reply.headers({
      'ratelimit-limit': String(refusal.limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(refusal.retryAfter),
    });
  if (!refusal || refusal.status >= 500)
    log.error({ err: error, request_id: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
  return reply
    .code(refusal?.status ?? 500)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What is no HTTP at all, or has headers without end: answered on the bare socket, since there is no request yet. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code: RefusalCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'malformed';
  const message = code === 'too_large' ? 'The headers are too large.' : 'The request could not be read.';
  const body = JSON.stringify({ message, code, request_id: randomUUID() } satisfies RefusalBody);
  const status = `${refusalStatus[code]} ${code === 'too_large' ? 'Content Too Large' : 'Bad Request'}`;
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}

function asRefusal(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) return new Refusal('overloaded', 'The server is busy. Please try again in a moment.', { retryAfter: 2 });
  if (isDiskFull(error)) return new Refusal('storage_full', 'There is no room left to store this.');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('too_large', 'The body is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media_type', 'That content type is not taken here.');
    // No id is as long as that.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('not_found', 'Not found');
    default:
      if ((error.statusCode ?? 500) < 500) return new Refusal('malformed', 'The request could not be read.');
      return null;
  }
}
