import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** How much push services have to take in all (RFC 8030), and so the size of the only record. */
const recordBytes = 4096;
/** Salt, size of a record, length of the key, the key. */
const headBytes = 16 + 4 + 1 + 65;
/** Bytes of UTF-8 that one message may have: what follows them is a delimiter and the cipher's tag. */
export const longestPush = recordBytes - headBytes - 1 - 16;

/**
 * The body of a push message that only this browser can read: one record of `aes128gcm` (RFC 8188) under the keys of its subscription
 * (RFC 8291), which are base64url. Throws RangeError for a text of more than `longestPush` bytes. Salt and key are of one message each,
 * and given in tests alone.
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
  const derive = (what: string, bytes: number): Buffer => hkdf(secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes);
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(sender.length, 4);
  // 2: the last record ends here.
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
