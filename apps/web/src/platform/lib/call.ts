import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, RefusalBody, Shape } from '@mbari/contract/endpoint';
import { logout, refresh } from '@mbari/contract/sessions';
import type { authShapes } from '@mbari/contract/shapes/auth';
import { locale } from '@mbari/words/format';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/ui';
import { answers, unreached } from './answers.ts';
import { gets, takeEarlyAnswer } from './early-answer.ts';
import { storedToken, storedUser, storeToken } from './stored-session.ts';

/** The server answered, and the answer is no. What never reached the server is thrown as the browser throws it (TypeError). */
export class CallRefused extends Error {
  readonly status: number;
  /** '' where the server named none. */
  readonly code: string;
  /** What the server said; '' where it had no words, and `message` stands in. */
  readonly said: string;
  readonly errors: Record<string, string[]>;
  /** What is kept instead of what was sent, where the call says so. */
  readonly data: unknown;
  /** Seconds to wait before the next try, where the server named them. */
  readonly retryAfter: number | null;

  constructor({ status, body, retryAfter }: Answered) {
    const refusal = (body ?? {}) as Partial<RefusalBody>;
    super(refusal.message || (status === 401 ? sentences.unauthorized : words.httpError({ status: String(status) })));
    this.name = 'CallRefused';
    this.status = status;
    this.code = refusal.code ?? '';
    this.said = refusal.message ?? '';
    this.errors = refusal.errors ?? {};
    this.data = refusal.data;
    this.retryAfter = retryAfter;
  }
}

const refusalOf = async (answered: Answered): Promise<CallRefused> =>
  new CallRefused({ ...answered, body: asksForVerification(answered) ? unverified : await inOurLanguage(answered.body ?? {}) });

/** The specification names the message; our own server also sends a code. The message is English at this point. */
const asksForVerification = ({ status, body }: Answered): boolean => {
  const { code, message } = (body ?? {}) as Partial<RefusalBody>;
  return status === 403 && (code === 'email_unverified' || /verify your email/i.test(message ?? ''));
};

const unverified = { code: 'email_unverified', message: sentences.verifyBeforeLogin } satisfies Partial<RefusalBody>;

/** The server speaks English; readers of another language get what it said in theirs, if that can be fetched. */
export async function inOurLanguage(refusal: Partial<RefusalBody>): Promise<Partial<RefusalBody>> {
  if (locale === 'en') return refusal;
  const words = await import('./refusal-words.ts').catch(() => null);
  return words?.translateRefusal(refusal) ?? refusal;
}

/** The server's own words where it refused with any, else the sentence for what went wrong on the way. */
export const wordsOf = (error: unknown, otherwise: string): string => (error instanceof CallRefused && error.said) || otherwise;

interface Optional {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** How a multipart body travels, in place of `body`. */
  form?: FormData;
  /** Sends the request in place of `fetch`: see `send-counting.ts`. */
  transport?: Transport;
}

type Named<Key extends string, Value> = [Value] extends [never] ? Partial<Record<Key, undefined>> : Record<Key, Value>;

export type CallOptions<S extends Shape> = Optional &
  Named<'params', ParamsOf<Endpoint<S>>> & { query?: QueryOf<Endpoint<S>>; body?: BodyOf<Endpoint<S>> };

/** An answer without its words: they are English, whoever asks. What was done the screen says by itself, in its reader's language. */
type Unsaid<Answer> = Answer extends { message: unknown } ? Omit<Answer, 'message'> : Answer;

/** Makes one call of the contract. An expired session is renewed once, for however many calls notice it, and the call is made again. */
export async function call<S extends Shape>(
  endpoint: Endpoint<S>,
  ...[options]: Partial<CallOptions<S>> extends CallOptions<S> ? [CallOptions<S>?] : [CallOptions<S>]
): Promise<Unsaid<AnswerOf<Endpoint<S>>>> {
  const parts = (options ?? {}) as Parts;
  const token = storedToken();
  let answered = await send(endpoint, parts, token);
  if (answered.status === 401 && endpoint.access !== 'open') {
    const renewed = await renewToken(token);
    if (renewed !== null) answered = await send(endpoint, parts, renewed);
    if (answered.status === 401 && !keepsSession.has(endpoint.name)) for (const tell of lostListeners) tell();
  }
  // 202: it was taken, and waits for an organiser. To whoever sent it nothing is posted.
  if (answered.status < 200 || answered.status > 201) {
    if ((answered.body as Partial<RefusalBody> | null)?.code === 'rules_not_accepted') askForRules();
    throw await refusalOf(answered);
  }
  return answered.body as Unsaid<AnswerOf<Endpoint<S>>>;
}

/** Named here, so that the calls of signing in stay with their screens. */
const readEmailStatus = 'readEmailStatus' satisfies keyof typeof authShapes;

/** The specification's two exceptions: whoever makes these calls decides for themselves what a 401 means. */
const keepsSession = new Set<string>([readEmailStatus, logout.name]);

const lostListeners = new Set<() => void>();

/** Called when the session is over and could not be renewed. */
export function onSessionLost(listener: () => void): void {
  lostListeners.add(listener);
}

let askForRules = (): void => undefined;

/** Called when the server does nothing more for the member until they have accepted the rules. */
export function onRulesAsked(listener: () => void): void {
  askForRules = listener;
}

interface Parts extends Optional {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** An answer, whatever it says. */
export interface Answered {
  status: number;
  body: unknown;
  retryAfter: number | null;
}

function send(endpoint: Endpoint, parts: Parts, token: string | null): Promise<Answered> {
  const headers = new Headers(parts.headers);
  headers.set('accept', 'application/json');
  if (token !== null && endpoint.access !== 'open') headers.set('authorization', `Bearer ${token}`);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  const body = parts.form ?? (parts.body === undefined ? undefined : JSON.stringify(parts.body));
  return (parts.transport ?? sendPlain)({
    signal: parts.signal,
    url: addressOf(endpoint, parts),
    method: endpoint.method,
    headers,
    body,
  });
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

/** Takes a request to the server and its answer back. */
export type Transport = (request: Request) => Promise<Answered>;

async function sendPlain(request: Request): Promise<Answered> {
  const { url, method, headers, body, signal } = request;
  const early = await takeEarlyAnswer(request);
  if (early !== null) answers.tell(url, early);
  if (early !== null) return { status: 200, body: parsed(early), retryAfter: null };
  const response = await fetch(url, { method, headers, body, signal }).catch((error: unknown) => {
    if (error instanceof TypeError) globalThis.dispatchEvent?.(new Event(unreached));
    throw error;
  });
  const text = await response.text();
  const keptFor = response.headers.get('x-kept-for');
  if (keptFor !== null) {
    globalThis.dispatchEvent?.(new CustomEvent(unreached, { detail: Number(response.headers.get('x-kept-at')) }));
    // What was kept for another member is nobody's.
    if (keptFor !== storedUser()?.id) throw new TypeError('Not reached');
  } else if (response.ok && gets.has(method)) answers.tell(url, text);
  return { status: response.status, body: parsed(text), retryAfter: seconds(response.headers.get('retry-after')) };
}

/** JSON, or null where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The header's seconds, where it names them. */
export const seconds = (header: string | null): number | null => (header !== null && /^\d+$/.test(header) ? Number(header) : null);

let renewing: Promise<string | null> | null = null;

/** A token that works in place of the one refused; null: the session is over. Any other failure is thrown, and the session kept. */
async function renewToken(refused: string | null): Promise<string | null> {
  const stored = storedToken();
  // Another call renewed it while this one was under way.
  if (stored !== null && stored !== refused) return stored;
  renewing ??= tradeCookie().finally(() => (renewing = null));
  return renewing;
}

async function tradeCookie(): Promise<string | null> {
  const answered = await send(refresh, {}, null);
  if (answered.status === 401 || answered.status === 403) return null;
  if (answered.status !== 200) throw await refusalOf(answered);
  const { token } = answered.body as AnswerOf<typeof refresh>;
  // Who has signed out meanwhile stays signed out: the token serves the call that waits for it (the logout) and is not kept.
  if (storedToken() !== null) storeToken(token);
  return token;
}
