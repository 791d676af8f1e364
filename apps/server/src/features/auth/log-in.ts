import { setTimeout as wait } from 'node:timers/promises';
import { sentences } from '@mbari/contract/sentences';
import type { CurrentUser } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import { isPassword } from '../../outside/passwords.ts';
import { Refusal } from '../../refusal.ts';
import { readCurrentUser } from '../members/read-current-user.ts';
import { reopenAccount } from '../members/reopen-account.ts';
import { requireSecondStep } from '../second-factor/require-second-step.ts';
import { orOverloaded } from './or-overloaded.ts';
import { type Account, findAccount } from './queries.ts';
import { delayAfter } from './rules.ts';
import { type IssuedSession, startSession } from './sessions.ts';

export interface Credentials {
  email: string;
  password: string;
  device_name?: string | undefined;
  /** Of the second step, where the account has one. */
  code?: string | undefined;
}

/** Starts a session for whoever knows the password. An unknown address and a wrong password differ neither in words nor in time. */
export async function logIn(
  context: Context,
  { email, password, device_name, code }: Credentials,
): Promise<IssuedSession & { user: CurrentUser }> {
  const delay = delayAfter(await context.limits.overrun('login failures by account', email));
  if (delay > 0) await wait(delay);
  const account = await findAccount(context.db, email);
  if (!(await orOverloaded(isPassword(password, account?.password_hash ?? null))) || !account) {
    await context.limits.count('login failures by account', email);
    throw wrongCredentials();
  }
  requireMayEnter(context, account);
  return context.db.transaction(async (tx) => {
    await requireSecondStep(context, tx, account, code);
    // Its erasing began this very moment: there is no such account any more.
    if (account.is_closed && !(await reopenAccount(tx, account.id))) throw wrongCredentials();
    const session = await startSession(tx, account.id, device_name ?? null);
    return { ...session, user: await readCurrentUser(tx, account.id) };
  });
}

const wrongCredentials = (): Refusal =>
  new Refusal('invalid_credentials', sentences.invalidCredentials, { errors: { credentials: [sentences.invalidCredentials] } });

/** Said only to those who knew the password. */
function requireMayEnter({ config }: Context, account: Account): void {
  if (account.is_suspended) throw new Refusal('account_suspended', 'This account is suspended.');
  if (!account.email_verified && config.unverifiedLogin === 'deny') throw new Refusal('email_unverified', sentences.verifyBeforeLogin);
}
