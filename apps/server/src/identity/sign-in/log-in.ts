import { setTimeout as wait } from 'node:timers/promises';
import { preparePassword } from '@mbari/contract/identity/prepare-password';
import type { CurrentUser } from '@mbari/contract/people/members';
import { readCurrentUser } from '../../people/current-user-views.ts';
import { hashPassword, isOutdated, isPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/device.ts';
import { Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { replacePasswordHash } from '../accounts/queries.ts';
import { requireNotSuspended } from '../accounts/suspended-accounts.ts';
import { requireSecondStep } from '../second-factor/second-factor.ts';
import { refuseIfOverloaded } from './password-checks.ts';
import { type Account, type AccountStatus, listAccounts, lockPassword } from './queries.ts';
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
