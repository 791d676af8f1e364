import { setTimeout as wait } from 'node:timers/promises';
import { preparePassword } from '@mbari/contract/identity/auth';
import type { CurrentUser } from '@mbari/contract/people/members';
import { readCurrentUser } from '../../people/current-user-views.ts';
import {
  hashPassword,
  isGuessablePassword,
  isOutdated,
  isPassword,
  type OwnWords,
  PasswordsBusy,
} from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/http/device.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { replacePasswordHash } from '../accounts/queries.ts';
import { requireNotSuspended } from '../accounts/suspended-accounts.ts';
import { type Account, type AccountStatus, findOwnerProof, listAccounts, lockPassword } from './queries.ts';
import { requireSecondStep } from './second-factor.ts';
import { type IssuedSession, startSession } from './sessions.ts';

export interface Credentials {
  email: string;
  password: string;
  device: Device;
  code?: string | undefined;
}

/** Starts a session. The refusals of an unknown address and a wrong password are equal in text and duration. */
export async function logIn(
  context: Context,
  { email, password, device, code }: Credentials,
): Promise<IssuedSession & { user: CurrentUser }> {
  const delay = delayAfter(await context.limits.overrun('login failures by account', email));
  if (delay > 0) await wait(delay);
  const account = await findByPassword(context, email, password);
  if (!account) {
    await context.limits.count('login failures by account', email);
    throw wrongCredentials();
  }
  const sessionAndUser = await context.db.transaction(async (tx) => {
    // `lockPassword` returns nothing if the password changed after `findByPassword` compared it.
    const status = await lockPassword(tx, account.id, account.password_hash);
    if (!status) throw wrongCredentials();
    if (status.is_suspended) await requireNotSuspended(tx, account.id);
    requireMaySignIn(context, status);
    await requireSecondStep(context, tx, account, code);
    // An account that is being erased cannot reopen.
    if (status.is_closed && !(await reopenAccount(tx, account.id))) throw wrongCredentials();
    const session = await startSession(context, tx, account.id, device);
    return { ...session, user: await readCurrentUser(context, tx, account.id) };
  });
  await rehashPassword(context, account, password);
  return sessionAndUser;
}

/**
 * Prefers the verified account over the newest pending account. A pending account may sign in even if it can never be verified; a refusal
 * would reveal a taken address. Before a failure, always compares two hashes, so the duration reveals nothing.
 */
async function findByPassword({ db }: Context, email: string, password: string): Promise<Account | undefined> {
  const accounts = await listAccounts(db, email);
  const owner = accounts.find(({ email_verified }) => email_verified);
  if (await refuseIfOverloaded(isPassword(password, owner?.password_hash ?? null))) return owner;
  const pending = accounts.find(({ email_verified }) => !email_verified);
  return (await refuseIfOverloaded(isPassword(password, pending?.password_hash ?? null))) ? pending : undefined;
}

const wrongCredentials = (): Refusal =>
  new Refusal('invalid_credentials', 'invalidCredentials', { errors: { credentials: ['invalidCredentials'] } });

function requireMaySignIn({ config }: Context, status: AccountStatus): void {
  if (!status.email_verified && config.unverifiedLogin === 'deny') throw new Refusal('email_unverified', 'verifyBeforeLogin');
}

/** Returns the delay in milliseconds after failures beyond the hourly limit. Unlike a refusal, a delay cannot lock the owner out. */
export const delayAfter = (excessFailures: number): number => Math.min(Math.max(0, excessFailures) * 250, 4_000);

/** Replaces a verified password's outdated or unnormalised hash. After a failure, the next sign-in retries. */
export async function rehashPassword(
  { db, log }: Context,
  { id, password_hash: currentHash }: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (currentHash === null) return;
  try {
    const prepared = preparePassword(password);
    if (!isOutdated(currentHash) && (prepared === password || (await isPassword(prepared, currentHash)))) return;
    await replacePasswordHash(db, id, currentHash, await hashPassword(password));
  } catch (error) {
    log.warn({ err: error }, 'failed to rehash a password');
  }
}

/**
 * Confirms a change by password or, for members without one, by a sign-in within 15 minutes.
 * Throws `validation` on `field`, `recent_sign_in_required`, `overloaded`.
 */
export async function confirmOwner(context: Context, member: Viewer, password: string | undefined, field = 'password'): Promise<void> {
  await context.limits.spend('password by member', member.id);
  const proof = await findOwnerProof(context.db, member.id, member.session_id);
  if (!proof) throw unauthenticated();
  if (proof.password_hash === null) {
    if (!proof.is_recent) throw new Refusal('recent_sign_in_required', 'signInAgain');
    return;
  }
  if (password === undefined || password === '') throw invalid({ [field]: ['passwordRequired'] });
  if (!(await refuseIfOverloaded(isPassword(password, proof.password_hash)))) throw invalid({ [field]: ['passwordWrong'] });
}

/** Throws `overloaded` if the hashing queue is full. */
export async function refuseIfOverloaded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordsBusy) throw new Refusal('overloaded', 'tooManySigningIn', { retryAfter: 2 });
    throw error;
  }
}

export async function requireUnguessablePassword(password: string, personalWords: OwnWords): Promise<void> {
  if (await isGuessablePassword(password, personalWords)) throw invalid({ password: ['passwordTooCommon'] });
}
