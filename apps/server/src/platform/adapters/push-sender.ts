import { ECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import { type OutgoingHttpHeaders, request as requestOverHttp } from 'node:http';
import { Agent, request as requestOverHttps } from 'node:https';
import { type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';
import { encryptPush } from './encrypt-push.ts';
import { senderOf } from './mailer.ts';
import { isPublicAddress } from './public-address.ts';
import type { Secrets } from './secrets.ts';
import { signForPushService, vapidKeys } from './vapid-keys.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface Push {
  /** Encrypted for the browser; at most `longestPush` bytes. */
  payload: string;
  /** Seconds after which the message is outdated. */
  ttl: number;
  /** A newer message replaces a waiting one of the same topic; at most 32 base64url characters. */
  topic: string;
}

/** `gone`: the subscription no longer exists. */
export type PushOutcome = 'taken' | 'gone';

/** Error: the push service did not accept the message; a retry may succeed. */
export class PushFailed extends Error {
  readonly retryAfter: number | null;
  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Timeout of one message in milliseconds, and most bytes read from a response, whose content is ignored. */
const patience = 10_000;
const answerBytes = 16 * 1024;
/** Most subscriptions share a few push services. Idle connections are closed, because members can name any host. */
const agent = new Agent({ keepAlive: true, maxSockets: 4, timeout: 30_000 });

/** Sends a message to the browser's push service. Throws PushFailed. */
export async function push(
  { config, secrets }: { config: Pick<Config, 'localPushService' | 'mail' | 'publicUrl'>; secrets: Secrets },
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttl, topic }: Push,
): Promise<PushOutcome> {
  if (!isPushAddress(config, endpoint)) return 'gone';
  const headers = {
    'authorization': signForPushService(vapidKeys(secrets), endpoint, contactOf(config)),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'ttl': ttl,
    topic,
    'urgency': 'normal',
  };
  const { status, retryAfter } = await send(config, endpoint, { headers, body: encryptPush({ p256dh, auth }, payload) });
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  throw new PushFailed(`the push service answered ${status}`, retryAfter);
}

/** Checks that the endpoint is https on a public name. `lookupPublic` checks its IP addresses when sending. */
export function isPushAddress({ localPushService }: Pick<Config, 'localPushService'>, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username + password !== '') return false;
  if (origin === localPushService) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}

function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1)!;
  return labels.length > 1 && labels.every((label) => label !== '') && /^[a-z][a-z0-9-]*$/.test(last) && !localDomains.has(last);
}

/** Domains of the local machine or network: RFC 6761, 6762, 7686 and 8375, ICANN’s `internal`, and names that routers use. */
const localDomains = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'arpa',
  'onion',
  'alt',
]);

/** Checks the keys: a point on the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1', undefined, undefined, 'uncompressed');
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

const contactOf = ({ mail }: Pick<Config, 'mail'>): string => `mailto:${senderOf({ mail })}`;

interface Answer {
  status: number;
  retryAfter: number | null;
}

function send(
  { localPushService }: Pick<Config, 'localPushService'>,
  endpoint: string,
  { headers, body }: { headers: OutgoingHttpHeaders; body: Buffer },
): Promise<Answer> {
  const isLocal = new URL(endpoint).origin === localPushService;
  const start = isLocal ? requestOverHttp : requestOverHttps;
  return new Promise((resolve, reject) => {
    const request = start(endpoint, { method: 'POST', headers, ...(!isLocal && { lookup: lookupPublic, agent }) }, (response) => {
      const wait = Number(response.headers['retry-after']);
      resolve({ status: response.statusCode ?? 0, retryAfter: Number.isInteger(wait) && wait > 0 ? wait : null });
      let read = 0;
      response.on('data', (chunk: Buffer) => (read += chunk.length) > answerBytes && response.destroy());
    });
    const timer = setTimeout(() => request.destroy(new Error('the push service did not answer')), patience);
    request.on('close', () => clearTimeout(timer));
    // Error codes contain no host name, unlike error messages.
    request.on('error', (error: NodeJS.ErrnoException) => reject(new PushFailed(error.code ?? error.message)));
    request.end(body);
  });
}

/** Checks the addresses that are actually connected to, because DNS may change after an earlier check. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [], 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new Error('the name does not lead to public addresses'), [], 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
