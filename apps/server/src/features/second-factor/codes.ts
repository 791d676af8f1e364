import { randomBytes } from 'node:crypto';
import * as limits from '@mbari/contract/limits';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../context.ts';

/** Seconds a code of the app is shown. */
const period = 30;
/** Steps by which the app's clock may differ. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What an authenticator app takes, from a QR code or typed. */
export const secretUri = (secret: string, issuer: string, label: string): string => new TOTP({ issuer, label, secret, period }).toString();

/** How an app's secret is kept: the server must compute with it, so a hash would not do. */
export const sealSecret = ({ secrets }: Context, secret: string): string => secrets.seal('totp', secret);

/** The time step that a code of the app belongs to; null for what is none of this secret's, now. */
export function stepOf({ secrets, now, log }: Context, sealedSecret: string, token: string): number | null {
  const secret = secrets.unseal('totp', sealedSecret);
  if (secret === null) {
    log.error('a second step cannot be checked: its secret was sealed with another signing key');
    return null;
  }
  const timestamp = now().getTime();
  const delta = new TOTP({ secret, period }).validate({ token, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

/** As people type it, in groups or not; letters in either case, and digits where no code has any taken for what they look like. */
export function plainCode(typed: string): { kind: 'app' | 'recovery'; code: string } | null {
  const code = typed.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code };
  const recovery = code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
  return /^[A-Z2-7]{10}$/.test(recovery) ? { kind: 'recovery', code: recovery } : null;
}

/** Ten codes of 50 bits each, in two groups for reading. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const letters = [...randomBytes(10)].map((byte) => base32[byte & 31]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Keyed, since 50 bits are few: whoever has read the database alone cannot try them all. */
export const recoveryCodeHash = ({ secrets }: Context, memberId: string, code: string): Buffer =>
  Buffer.from(secrets.sign('recovery-code', `${memberId}\n${code}`), 'base64url');
