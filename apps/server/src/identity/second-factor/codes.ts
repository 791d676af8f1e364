import { randomBytes } from 'node:crypto';
import * as limits from '@mbari/contract/limits';
import type { Context } from '../../platform/context.ts';
import { base32, stepOfCode } from './totp.ts';

/** How an app's secret is kept: the server must compute with it, so a hash would not do. */
export const sealSecret = ({ secrets }: Context, secret: string): string => secrets.seal('totp', secret);

/** The time step that a code of the app belongs to; null for what is none of this secret's, now. */
export function stepOf({ secrets, now, log }: Context, sealedSecret: string, token: string): number | null {
  const secret = secrets.unseal('totp', sealedSecret);
  if (secret === null) {
    log.error('a second step cannot be checked: its secret was sealed with another signing key');
    return null;
  }
  return stepOfCode(secret, token, now());
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

/** Keyed, since 50 bits are few: whoever has read the database alone cannot try them all. */
export const recoveryCodeHash = ({ secrets }: Context, memberId: string, code: string): Buffer =>
  Buffer.from(secrets.sign('recovery-code', `${memberId}\n${code}`), 'base64url');
