import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export interface VapidKeys {
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
export function signForPushService({ publicKey, privateKey }: VapidKeys, endpoint: string, contact: string): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + signatureLasts, sub: contact };
  const signingInput = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signingInput}.${signature.toString('base64url')}, k=${publicKey}`;
}
