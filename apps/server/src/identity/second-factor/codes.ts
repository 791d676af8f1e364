import { randomBytes } from 'node:crypto';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { base32, findStepOfCode } from './totp.ts';

/** Encrypts and does not hash, because the server computes codes from the secret. */
export const sealSecret = ({ secrets }: Context, secret: string): string => secrets.seal('totp', secret);

/** Returns the code's time step; null if the code is not valid now. */
export function findStepOfSealedSecret({ secrets, now, log }: Context, sealedSecret: string, token: string): number | null {
  const secret = secrets.unseal('totp', sealedSecret);
  if (secret === null) {
    log.error('cannot check a second step: its secret was sealed with another signing key');
    return null;
  }
  return findStepOfCode(secret, token, now());
}

/** Ignores spaces, dashes and case. In recovery codes, replaces 0, 1 and 8 by the letters that they resemble. */
export function parseCode(input: string): { kind: 'app' | 'recovery'; code: string } | null {
  const code = input.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code };
  const recovery = code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
  return /^[A-Z2-7]{10}$/.test(recovery) ? { kind: 'recovery', code: recovery } : null;
}

/** Returns codes of 50 bits, each in two groups. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const letters = [...randomBytes(10)].map((byte) => base32[byte & 31]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** Hashes with a key, because 50 bits could be brute-forced from a stolen database. */
export const recoveryCodeHash = ({ secrets }: Context, memberId: string, code: string): Buffer =>
  Buffer.from(secrets.sign('recovery-code', `${memberId}\n${code}`), 'base64url');
