import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 6238 and RFC 4226 with SHA-1, six digits and 30 seconds, which all apps support.

/** Seconds a code is valid. */
const period = 30;
/** Accepted clock difference in steps. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function newSecret(): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('');
}

export function secretUri(secret: string, issuer: string, label: string): string {
  const [from, who] = [encodeURIComponent(issuer), encodeURIComponent(label)];
  return `otpauth://totp/${from}:${who}?issuer=${from}&secret=${secret}&algorithm=SHA1&digits=6&period=${period}`;
}

/** Returns null if the code matches no step near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const key = bytesOf(secret);
  const given = Buffer.from(code);
  const present = Math.floor(now.getTime() / 1000 / period);
  for (let step = present - window; step <= present + window; step += 1) {
    const right = Buffer.from(codeAt(key, step));
    if (given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}

function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash.readUInt8(hash.length - 1) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
