import { createECDH } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export interface VapidKeys {
  /** Uncompressed point, base64url: what a browser subscribes with. */
  publicKey: string;
  privateKey: string;
}

/** Order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * What push services know this installation by (RFC 8292). Made of the signing key, so that it is kept, backed up and shared between nodes
 * with it. Another signing key makes every subscription useless.
 */
export function vapidKeys(secrets: Secrets): VapidKeys {
  // Half as many bytes again: what is left of dividing them by the order is as good as chance.
  const wide = BigInt(`0x${secrets.derive('vapid', 48).toString('hex')}`);
  const scalar = (wide % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
