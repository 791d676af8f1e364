import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

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
