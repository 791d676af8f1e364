import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { Config } from '../config.ts';
import { senderOf } from './mailer.ts';
import { isPublicUrl, postToPublic } from './post-to-public.ts';
import type { Secrets } from './secrets.ts';

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

/** Timeout of one message in milliseconds. */
const patience = 10_000;

/** Sends a message to the browser's push service. Throws PushFailed. */
export async function push(
  { config, secrets }: { config: Pick<Config, 'localPushService' | 'mail' | 'publicUrl'>; secrets: Secrets },
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttl, topic }: Push,
): Promise<PushOutcome> {
  if (!isPublicUrl(config, endpoint)) return 'gone';
  const headers = {
    'authorization': signForPushService(vapidKeys(secrets), endpoint, contactOf(config)),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'ttl': ttl,
    topic,
    'urgency': 'normal',
  };
  const { status, retryAfter } = await postToPublic(config, endpoint, {
    headers,
    body: encryptPush({ p256dh, auth }, payload),
    patience,
  }).catch((error: Error) => {
    throw new PushFailed(error.message);
  });
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  throw new PushFailed(`the push service answered ${status}`, retryAfter);
}

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

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

function newKey(): ECDH {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return key;
}

interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Returns the key pair that identifies this installation to push services (RFC 8292). Derived from the signing key, so it needs no storage;
 * a new signing key invalidates every subscription.
 */
export function vapidKeys(secrets: Secrets): VapidKeys {
  // 48 bytes make the remainder practically uniform.
  const wide = BigInt(`0x${secrets.derive('vapid', 48).toString('hex')}`);
  const scalar = (wide % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Lifetime of a signature in seconds; RFC 8292 allows a day. */
const signatureLasts = 12 * 60 * 60;

/** Returns the Authorization header for a push service, with a `mailto:` contact. */
function signForPushService({ publicKey, privateKey }: VapidKeys, endpoint: string, contact: string): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + signatureLasts, sub: contact };
  const signingInput = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signingInput}.${signature.toString('base64url')}, k=${publicKey}`;
}
