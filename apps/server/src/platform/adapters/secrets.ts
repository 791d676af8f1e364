import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Secrets {
  /** Returns an HMAC-SHA-256 of purpose and text, base64url. The purpose prevents reuse of a signature elsewhere. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** Encrypts a text for this installation, base64url, with a random nonce. */
  seal(purpose: string, text: string): string;
  /** Decrypts; null if the purpose differs or the text was changed. */
  unseal(purpose: string, sealed: string): string | null;
  derive(purpose: string, bytes: number): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

export function secretsFrom(key: Buffer): Secrets {
  const keyFor = (use: string, purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `${use}\n${purpose}`, bytes));
  const sealingKey = (purpose: string): Buffer => keyFor('seal', purpose, 32);
  const digest = (purpose: string, text: string): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    sign: (purpose, text) => digest(purpose, text).toString('base64url'),
    isSigned(purpose, text, signature) {
      const bytes = Buffer.from(signature, 'base64url');
      const right = digest(purpose, text);
      // Decoding accepts stray characters, so the canonical form is required.
      return bytes.length === right.length && timingSafeEqual(bytes, right) && right.toString('base64url') === signature;
    },
    seal(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey(purpose), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    unseal(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', sealingKey(purpose), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    derive: (purpose, bytes) => keyFor('derive', purpose, bytes),
  };
}
