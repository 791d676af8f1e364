import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 6238 and RFC 4226 with SHA-1, six digits and 30 seconds, which all apps support.

/** Length of a time step in seconds. */
const period = 30;
/** Accepted clock difference, in time steps. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function newSecret(): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((bitsOfLetter) => base32[Number.parseInt(bitsOfLetter, 2)]).join('');
}

export function secretUri(secret: string, issuer: string, label: string): string {
  const [encodedIssuer, encodedLabel] = [encodeURIComponent(issuer), encodeURIComponent(label)];
  return `otpauth://totp/${encodedIssuer}:${encodedLabel}?issuer=${encodedIssuer}&secret=${secret}&algorithm=SHA1&digits=6&period=${period}`;
}

/** Returns null if the code matches no step near `now`. */
export function findStepOfCode(secret: string, code: string, now: Date): number | null {
  const key = decodeBase32(secret);
  const codeBytes = Buffer.from(code);
  const currentStep = Math.floor(now.getTime() / 1000 / period);
  for (let step = currentStep - window; step <= currentStep + window; step += 1) {
    const expected = Buffer.from(computeCode(key, step));
    if (codeBytes.length === expected.length && timingSafeEqual(codeBytes, expected)) return step;
  }
  return null;
}

function computeCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((bitsOfByte) => Number.parseInt(bitsOfByte, 2)));
}
