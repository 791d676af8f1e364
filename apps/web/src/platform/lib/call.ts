import type * as authCalls from '@mbari/contract/identity/auth';
import { logout, refresh } from '@mbari/contract/identity/sessions';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, RefusalBody, Shape } from '@mbari/contract/platform/endpoint';
import { locale } from '@mbari/words/format';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/ui';
import { gets, takeEarlyAnswer } from './early-answer.ts';
import { offlineResponses, serverUnreachable } from './offline-responses.ts';
import { storedToken, storedUser, storeToken } from './stored-session.ts';

/** Refusal by the server. Network failures are thrown as the browser's TypeError. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's message, or '' if it sent none; `message` then has a generic text. */
  readonly serverMessage: string;
  readonly errors: Record<string, string[]>;
  /** Data that a few calls send with a refusal, such as the stored version after a conflict. */
  readonly data: unknown;
  readonly retryAfter: number | null;

  constructor({ status, body, retryAfter }: Answered) {
    const refusal = (body ?? {}) as Partial<RefusalBody>;
    super(refusal.message || (status === 401 ? sentences.unauthorized : words.httpError({ status: String(status) })));
    this.name = 'CallRefused';
    this.status = status;
    this.code = refusal.code ?? '';
    this.serverMessage = refusal.message ?? '';
    this.errors = refusal.errors ?? {};
    this.data = refusal.data;
    this.retryAfter = retryAfter;
  }
}

const refusalOf = async (response: Answered): Promise<CallRefused> =>
  new CallRefused({ ...response, body: asksForVerification(response) ? unverified : await translateRefusalBody(response.body ?? {}) });

/** Recognises our server's code or the specification's message, which is still English at this point. */
const asksForVerification = ({ status, body }: Answered): boolean => {
  const { code, message } = (body ?? {}) as Partial<RefusalBody>;
  return status === 403 && (code === 'email_unverified' || /verify your email/i.test(message ?? ''));
};

const unverified = { code: 'email_unverified', message: sentences.verifyBeforeLogin } satisfies Partial<RefusalBody>;

/** Translates the server's English message. Returns it unchanged if the translations cannot be loaded. */
export async function translateRefusalBody(refusal: Partial<RefusalBody>): Promise<Partial<RefusalBody>> {
  if (locale === 'en') return refusal;
  const words = await import('./refusal-words.ts').catch(() => null);
  return words?.translateRefusal(refusal) ?? refusal;
}

/** Returns the server's message, or `otherwise` for any other error. */
export const errorMessage = (error: unknown, otherwise: string): string =>
  (error instanceof CallRefused && error.serverMessage) || otherwise;

interface Optional {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Multipart body, in place of `body`. */
  form?: FormData;
  /** Replaces `fetch`, see `send-counting.ts`. */
  transport?: Transport;
}

type Named<Key extends string, Value> = [Value] extends [never] ? Partial<Record<Key, undefined>> : Record<Key, Value>;

export type CallOptions<S extends Shape> = Optional &
  Named<'params', ParamsOf<Endpoint<S>>> & { query?: QueryOf<Endpoint<S>>; body?: BodyOf<Endpoint<S>> };

/** Answer without its English `message`: screens show their own text. */
type Unsaid<Answer> = Answer extends { message: unknown } ? Omit<Answer, 'message'> : Answer;

/**
 * Calls an endpoint of the contract and returns the answer. Renews an expired session, once for concurrent
 * calls, and repeats the call. Throws `CallRefused` for every status except 200 and 201.
 */
export async function call<S extends Shape>(
  endpoint: Endpoint<S>,
  ...[options]: Partial<CallOptions<S>> extends CallOptions<S> ? [CallOptions<S>?] : [CallOptions<S>]
): Promise<Unsaid<AnswerOf<Endpoint<S>>>> {
  const parts = (options ?? {}) as Parts;
  const token = storedToken();
  let response = await send(endpoint, parts, token);
  if (response.status === 401 && endpoint.access !== 'open') {
    const renewed = await renewToken(token);
    if (renewed !== null) response = await send(endpoint, parts, renewed);
    if (response.status === 401 && !keepsSession.has(endpoint.name)) for (const listener of lostListeners) listener();
  }
  // 202 means that an organiser must approve the post first, so the caller must not show it as posted.
  if (response.status < 200 || response.status > 201) {
    if ((response.body as Partial<RefusalBody> | null)?.code === 'rules_not_accepted') askForRules();
    throw await refusalOf(response);
  }
  return response.body as Unsaid<AnswerOf<Endpoint<S>>>;
}

/** A name instead of an import, so that the sign-in endpoints stay out of the entry chunk. */
const readEmailStatus = 'readEmailStatus' satisfies keyof typeof authCalls;

/** By the specification, a 401 from these calls does not end the session. */
const keepsSession = new Set<string>([readEmailStatus, logout.name]);

const lostListeners = new Set<() => void>();

export function onSessionLost(listener: () => void): void {
  lostListeners.add(listener);
}

let askForRules = (): void => undefined;

export function onRulesAsked(listener: () => void): void {
  askForRules = listener;
}

interface Parts extends Optional {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

export interface Answered {
  status: number;
  body: unknown;
  retryAfter: number | null;
}

async function send(endpoint: Endpoint, parts: Parts, token: string | null): Promise<Answered> {
  const headers = new Headers(parts.headers);
  headers.set('accept', 'application/json');
  if (token !== null && endpoint.access !== 'open') headers.set('authorization', `Bearer ${token}`);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  const body = parts.form ?? (parts.body === undefined ? undefined : JSON.stringify(parts.body));
  const response = await (parts.transport ?? sendPlain)({
    signal: parts.signal,
    url: addressOf(endpoint, parts),
    method: endpoint.method,
    headers,
    body,
  });
  // A proxy answers while it cannot reach the server, whose own refusals are JSON.
  if (response.status > 501 && response.body === null) globalThis.dispatchEvent?.(new Event(serverUnreachable));
  return response;
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
}

export interface Request extends Pick<Optional, 'signal'> {
  url: string;
  method: string;
  headers: Headers;
  body: FormData | string | undefined;
}

export type Transport = (request: Request) => Promise<Answered>;

async function sendPlain(request: Request): Promise<Answered> {
  const { url, method, headers, body, signal } = request;
  const early = await takeEarlyAnswer(request);
  if (early !== null) offlineResponses.add(url, early);
  if (early !== null) return { status: 200, body: parsed(early), retryAfter: null };
  const response = await fetch(url, { method, headers, body, signal }).catch((error: unknown) => {
    if (error instanceof TypeError) globalThis.dispatchEvent?.(new Event(serverUnreachable));
    throw error;
  });
  const text = await response.text();
  const keptFor = response.headers.get('x-kept-for');
  if (keptFor !== null) {
    globalThis.dispatchEvent?.(new CustomEvent(serverUnreachable, { detail: Number(response.headers.get('x-kept-at')) }));
    if (keptFor !== storedUser()?.id) throw new TypeError('Not reached');
  } else if (response.ok && gets.has(method)) offlineResponses.add(url, text);
  return { status: response.status, body: parsed(text), retryAfter: seconds(response.headers.get('retry-after')) };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export const seconds = (header: string | null): number | null => (header !== null && /^\d+$/.test(header) ? Number(header) : null);

let renewing: Promise<string | null> | null = null;

/** Returns a valid token, or null if the session is over. Throws on any other failure, which leaves the session in place. */
async function renewToken(refusedToken: string | null): Promise<string | null> {
  const currentToken = storedToken();
  // Another call may have renewed the token.
  if (currentToken !== null && currentToken !== refusedToken) return currentToken;
  renewing ??= tradeCookie().finally(() => (renewing = null));
  return renewing;
}

async function tradeCookie(): Promise<string | null> {
  const response = await send(refresh, {}, null);
  if (response.status === 401 || response.status === 403) return null;
  if (response.status !== 200) throw await refusalOf(response);
  const { token } = response.body as AnswerOf<typeof refresh>;
  // After sign-out, the token is not stored: only the pending logout request uses it.
  if (storedToken() !== null) storeToken(token);
  return token;
}
