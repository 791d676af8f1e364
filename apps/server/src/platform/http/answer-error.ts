import type { Reason, RefusalBody, RefusalCode } from '@mbari/contract/platform/endpoint';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { isDiskFull, isUnwritable } from '../adapters/storage-faults.ts';
import type { Context } from '../context.ts';
import { isDatabaseFull, isOutage } from '../db/database.ts';
import { errorCountsOf } from '../error-counts.ts';
import { asSentence, mapValues, Refusal, type Sentence } from '../refusal.ts';
import { answerPolicy } from './content-policy.ts';

/** Presents a refusal, or null for an error that only the log explains. */
type ViewRefusal = (refusal: Refusal | null, requestId: string) => object;

const viewRefusal: ViewRefusal = (refusal, requestId) => (refusal ? bodyOf(refusal, requestId) : internalBody(requestId));

/** Answers any thrown error. Logs unexpected errors and answers them with a neutral 500. */
export function answerError(
  context: Context,
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  view = viewRefusal,
): FastifyReply {
  const { log, space } = context;
  const brokenOff = isBrokenOff(error, request);
  const refusal = brokenOff ? new Refusal('malformed', 'unreadableRequest') : asRefusal(error);
  const failure = brokenOff ? 'aborted' : failureOf(error, refusal);
  const body = view(refusal, request.id);
  if (refusal?.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal?.limit !== undefined)
    reply.headers({
      'ratelimit-limit': String(refusal.limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(refusal.retryAfter),
    });
  if (failure) {
    request.server.failures.inc({ reason: failure });
    const details = { request_id: request.id, method: request.method, route: request.routeOptions.url };
    if (refusal && storageRefusals.has(refusal.code) && !isDatabaseFull(error)) space.logRefusal(error);
    else if (failure === 'internal') {
      log.error({ err: error, ...details }, 'request failed');
      errorCountsOf(context).record(error, `${request.method} ${request.routeOptions.url ?? ''}`);
    } else log.info({ reason: failure, because: error.message, ...details }, 'request not served');
  }
  return reply
    .code(refusal?.status ?? 500)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': answerPolicy, 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Refusals logged at most once a minute: a full disk refuses every image, and a line for each would fill the disk further. */
const storageRefusals: ReadonlySet<RefusalCode> = new Set(['storage_full', 'storage_unavailable']);

/** Reasons for failures, counted by `mbari_requests_failed_total`. */
const failures = ['internal', 'aborted', 'outage', 'overloaded', 'storage_full', 'storage_unavailable'] as const;
type Failure = (typeof failures)[number];

export function countFailures(): Counter<'reason'> {
  const counter = new Counter<'reason'>({
    name: 'mbari_requests_failed_total',
    help: 'Requests that failed on the server or were aborted by the client, by reason.',
    labelNames: ['reason'],
    registers: [],
  });
  for (const reason of failures) counter.inc({ reason }, 0);
  return counter;
}

export const bodyOf = ({ message, code, sentence, errors, data }: Refusal, requestId: string): RefusalBody => ({
  message,
  code,
  ...reasonOf(sentence),
  ...(errors && {
    errors: mapValues(errors, (sentences) => sentences.map(({ text }) => text)),
    error_reasons: mapValues(errors, (sentences) => sentences.map(reasonOf)),
  }),
  ...(data !== undefined && { data }),
  request_id: requestId,
});

function failureOf(error: FastifyError | Refusal, refusal: Refusal | null): Failure | null {
  if (!refusal) return 'internal';
  if (refusal.status < 500) return null;
  if (refusal.code === 'storage_full' || refusal.code === 'storage_unavailable') return refusal.code;
  return error === refusal ? 'overloaded' : 'outage';
}

/** Returns true if the client disconnected or sent invalid HTTP in the middle of the body. */
const isBrokenOff = (error: FastifyError | Refusal, { raw }: FastifyRequest): boolean =>
  !(error instanceof Refusal) && !raw.complete && raw.socket.destroyed;

function asRefusal(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) return new Refusal('overloaded', 'serverBusy', { retryAfter: 2 });
  if (isDatabaseFull(error)) return new Refusal('storage_full', 'databaseFull');
  if (isDiskFull(error)) return new Refusal('storage_full', 'storageFull');
  if (isUnwritable(error)) return new Refusal('storage_unavailable', 'storageUnavailable', { retryAfter: 60 });
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('too_large', 'bodyTooLarge');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media_type', 'contentTypeNotTaken');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('not_found', 'notFound');
    default:
      if ((error.statusCode ?? 500) < 500) return new Refusal('malformed', 'unreadableRequest');
      return null;
  }
}

/** Neutral body: only the log has the details. */
function internalBody(requestId: string): RefusalBody {
  const sentence = asSentence('somethingWrong');
  return { message: sentence.text, code: 'internal', ...reasonOf(sentence), request_id: requestId };
}

const reasonOf = ({ reason, params }: Sentence): Reason => ({ reason, ...(params && { params }) });
