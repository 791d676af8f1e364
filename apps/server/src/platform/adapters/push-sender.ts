import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { type OutgoingHttpHeaders, request as requestOverHttp } from 'node:http';
import { Agent, request as requestOverHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';
import { plainAddress } from '../plain-address.ts';
import { senderOf } from './mailer.ts';
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
type PushOutcome = 'taken' | 'gone';

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

/** Message size that push services must accept (RFC 8030), used as record size. */
const recordBytes = 4096;
const headBytes = 16 + 4 + 1 + 65;
/** Longest message in bytes of UTF-8; a delimiter and the cipher's tag follow it. */
export const longestPush = recordBytes - headBytes - 1 - 16;

/**
 * Encrypts a push message for one subscription: one `aes128gcm` record (RFC 8188, RFC 8291) with base64url keys.
 * Throws RangeError for a text longer than `longestPush` bytes. Only tests pass salt and key.
 */
export function encryptPush(
  { p256dh, auth }: { p256dh: string; auth: string },
  text: string,
  { salt = randomBytes(16), key = newKey() }: { salt?: Buffer; key?: ECDH } = {},
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > longestPush) throw new RangeError(`a push of ${plain.length} bytes is too long`);
  const [browser, sender] = [Buffer.from(p256dh, 'base64url'), key.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender]);
  const secret = hkdf(key.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32);
  const derive = (encoding: string, bytes: number): Buffer => hkdf(secret, salt, Buffer.from(`Content-Encoding: ${encoding}\0`), bytes);
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(sender.length, 4);
  // The delimiter 2 marks the last record.
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, head, sender, ...sealed]);
}

/** Special-purpose IPv4 ranges (RFC 6890). */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Public IPv6. `notPublic6` excludes tunnels to IPv4 and documentation ranges. */
const given6 = ['2000::/3'];
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Returns true for an address of the public internet, not of this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return !blocked4.check(plain, 'ipv4');
  return isIP(plain) === 6 && allowed6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6');
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

function newKey(): ECDH {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return key;
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const blocked4 = listOf(notPublic4, 'ipv4');
const allowed6 = listOf(given6, 'ipv6');
const blocked6 = listOf(notPublic6, 'ipv6');
