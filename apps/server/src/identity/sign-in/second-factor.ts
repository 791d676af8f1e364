import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, notFound, Refusal } from '../../platform/refusal.ts';
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  countSecrets,
  deleteAllRecoveryCodes,
  deleteAllSecrets,
  deleteRecoveryCodes,
  deleteSecret,
  findMemberByUsernameOrEmail,
  findSecret,
  insertRecoveryCodes,
  lockSecret,
  upsertSecret,
} from './queries.ts';

/** Replaces an unconfirmed secret. Throws `conflict` if a secret is confirmed. */
export async function startTotp(context: Context, member: { id: string }): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const account = await upsertSecret(context.db, member.id, sealSecret(context, secret));
  if (!account) throw new Refusal('conflict', 'secondFactorOn');
  return { secret, uri: secretUri(secret, (await context.site.read()).name, account.email) };
}

/** Turns the second step on. Returns the recovery codes, which are shown once. */
export async function confirmTotp(context: Context, tx: Statements, member: { id: string }, input: string): Promise<string[]> {
  const secret = await findSecret(tx, member.id);
  // Checked before the rate limit, so an intruder at an open browser cannot use up the owner's attempts.
  if (!secret || secret.is_confirmed) throw setUpNotStarted();
  await context.limits.spend('second factor by account', member.id);
  const parsedCode = parseCode(input);
  const step = parsedCode?.kind === 'app' ? findStepOfSealedSecret(context, secret.sealed_secret, parsedCode.code) : null;
  if (step === null) throw wrongCode();
  if ((await confirmSecret(tx, member.id, secret.sealed_secret, step)) === 0) throw setUpNotStarted();
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_on' });
  return issueRecoveryCodes(context, tx, member);
}

/** Returns whether TOTP was on. */
export async function removeTotp(tx: Statements, member: { id: string }): Promise<boolean> {
  const secret = await deleteSecret(tx, member.id);
  await deleteRecoveryCodes(tx, member.id);
  if (secret?.was_confirmed) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_off' });
  return secret?.was_confirmed ?? false;
}

/** Turns off two-step sign-in of a member, named by username or address, who lost device and codes. Throws `not_found`. */
export async function removeTotpByUsernameOrEmail({ db }: Context, usernameOrEmail: string): Promise<boolean> {
  const member = await findMemberByUsernameOrEmail(db, usernameOrEmail.trim().toLowerCase());
  if (!member) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
  return db.transaction((tx) => removeTotp(tx, member));
}

export const countSecondSteps = async (db: Statements): Promise<number> => (await countSecrets(db))!.total;

/** Removes all secrets when their encryption key is lost, and mails the owners. Returns their number. */
export async function removeAllSecondSteps(tx: Statements): Promise<number> {
  const secrets = await deleteAllSecrets(tx);
  await deleteAllRecoveryCodes(tx);
  const owners = secrets.filter(({ was_confirmed }) => was_confirmed);
  for (const { member_id } of owners) await queueMail(tx, { kind: 'notice', member_id, notice: 'totp_lost' });
  return owners.length;
}

export async function replaceRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  if ((await lockSecret(tx, member.id)) === 0) throw new Refusal('conflict', 'secondFactorOff');
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'recovery_codes_replaced' });
  return issueRecoveryCodes(context, tx, member);
}

/**
 * Requires the second step if the account has one. Runs in the transaction that starts the session, so a code is used up only with a
 * session.
 * Throws `second_factor_required`, `invalid_code`, `too_many_requests`.
 */
export async function requireSecondStep(
  context: Context,
  tx: Statements,
  account: { id: string; email: string },
  input: string | undefined,
): Promise<void> {
  const secret = await findSecret(tx, account.id);
  if (!secret?.is_confirmed) return;
  if (input === undefined || input.trim() === '') throw new Refusal('second_factor_required', 'secondFactorRequired');
  await context.limits.spend('second factor by account', account.id);
  if (await consumeCode(context, tx, account.id, secret.sealed_secret, input)) return;
  await context.limits.count('login failures by account', account.email);
  throw wrongCode();
}

/** Encrypts and does not hash, because the server computes codes from the secret. */
const sealSecret = ({ secrets }: Context, secret: string): string => secrets.seal('totp', secret);

/** Returns the code's time step; null if the code is not valid now. */
function findStepOfSealedSecret({ secrets, now, log }: Context, sealedSecret: string, token: string): number | null {
  const secret = secrets.unseal('totp', sealedSecret);
  if (secret === null) {
    log.error('cannot check a second step: its secret was sealed with another signing key');
    return null;
  }
  return findStepOfCode(secret, token, now());
}

/** Ignores spaces, dashes and case. In recovery codes, replaces 0, 1 and 8 by the letters that they resemble. */
function parseCode(input: string): { kind: 'app' | 'recovery'; code: string } | null {
  const code = input.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code };
  const recovery = code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
  return /^[A-Z2-7]{10}$/.test(recovery) ? { kind: 'recovery', code: recovery } : null;
}

/** Returns codes of 50 bits, each in two groups. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const letters = [...randomBytes(10)].map((byte) => base32[byte & 31]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** Hashes with a key, because 50 bits could be brute-forced from a stolen database. */
const recoveryCodeHash = ({ secrets }: Context, memberId: string, code: string): Buffer =>
  Buffer.from(secrets.sign('recovery-code', `${memberId}\n${code}`), 'base64url');

const setUpNotStarted = (): Refusal => new Refusal('conflict', 'secondFactorNotBegun');

/** The caller has locked the secret, so concurrent calls do not both add codes. */
async function issueRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(tx, member.id);
  await insertRecoveryCodes(
    tx,
    member.id,
    codes.map((code) => recoveryCodeHash(context, member.id, parseCode(code)!.code)),
  );
  return codes;
}

const wrongCode = (): Refusal => new Refusal('invalid_code', 'wrongCode', { errors: { code: ['wrongCode'] } });

async function consumeCode(context: Context, tx: Statements, memberId: string, sealedSecret: string, input: string): Promise<boolean> {
  const parsedCode = parseCode(input);
  if (parsedCode === null) return false;
  if (parsedCode.kind === 'app') {
    const step = findStepOfSealedSecret(context, sealedSecret, parsedCode.code);
    return step !== null && (await consumeStep(tx, memberId, step)) === 1;
  }
  if ((await consumeRecoveryCode(tx, memberId, recoveryCodeHash(context, memberId, parsedCode.code))) === 0) return false;
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'recovery_code_used' });
  return true;
}

// RFC 6238 and RFC 4226 with SHA-1, six digits and 30 seconds, which all apps support.

/** Length of a time step in seconds. */
const period = 30;
/** Accepted clock difference, in time steps. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

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
