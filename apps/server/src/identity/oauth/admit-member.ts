import type { Locale } from '@mbari/words/locales';
import type { Identity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { refusedNames } from '../../platform/screening/screen.ts';
import { awaitApproval, isAddressTaken, type Proved, setPassword, verifyAddress } from '../accounts/credentials.ts';
import { openVouchedAccount } from '../accounts/open-account.ts';
import { isMailboxBlocked } from '../accounts/suspended-accounts.ts';
import { countRegistration } from '../joining/count-registration.ts';
import { letJoin, refuseJoining } from '../joining/let-join.ts';
import { dropEmailChange } from '../passwords/change-email.ts';
import { endSessions, newSecret, secretHash } from '../sign-in/sessions.ts';
import { NotLetIn } from './failures.ts';
import { nameNewcomer } from './name-newcomer.ts';
import { addHandoff, addIdentity, lockAccount, noteIdentity } from './queries.ts';

interface Visitor {
  /** Random id of the browser before it has a session. */
  browser: string;
  locale: Locale;
  invitation: string | undefined;
}

type Newcomer = Omit<Visitor, 'browser'> & { isRefused: (name: string) => boolean };

/** Another transaction wrote first; read again. */
class Overtaken extends Error {}

const tries = 4;

/** Finds or creates the account of a provider identity. Returns a token that the browser exchanges for a session. Throws NotLetIn. */
export async function admitMember(context: Context, identity: Identity, { browser, ...newcomer }: Visitor): Promise<string> {
  const token = newSecret();
  const isRefused = await refusedNames(context);
  for (let last = 1; ; last += 1) {
    try {
      const { isNew } = await context.db.transaction(async (tx) => {
        const member = await memberOf(context, tx, identity, { ...newcomer, isRefused });
        await addHandoff(tx, secretHash(token), secretHash(browser), member.id);
        return member;
      });
      if (isNew) await countRegistration(context);
      return token;
    } catch (error) {
      if (!(error instanceof Overtaken || isAddressTaken(error)) || last === tries) throw error;
    }
  }
}

/** The address counts only at the first visit, if the provider verified it. */
async function memberOf(context: Context, tx: Statements, identity: Identity, newcomer: Newcomer): Promise<{ id: string; isNew: boolean }> {
  const known = await noteIdentity(tx, identity);
  if (known?.is_suspended) throw new NotLetIn('suspended');
  if (known) return { id: known.member_id, isNew: false };
  const { email } = identity;
  // The same answer whether or not an account has the address.
  if (email === null) throw new NotLetIn('unvouched');
  const account = await lockAccount(tx, email);
  if (account?.is_suspended) throw new NotLetIn('suspended');
  if (!account?.email_verified && (await isMailboxBlocked(tx, email))) throw new NotLetIn('suspended');
  const opened = account ? null : await openAccountFor(tx, identity, { email, ...newcomer });
  const memberId = account?.id ?? opened!.id;
  const proved = account?.email_verified === false ? await takeFromSquatter(tx, { id: memberId, email }) : opened?.proved;
  if ((await addIdentity(tx, memberId, identity)) === 0) throw new Overtaken();
  if (account?.email_verified) {
    const { provider } = context.config;
    await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'identity_linked', ...(provider && { detail: provider.name }) });
  } else if (proved === 'verified') await queueMail(tx, { kind: 'welcome', member_id: memberId });
  return { id: memberId, isNew: opened !== null };
}

async function openAccountFor(
  tx: Statements,
  identity: Identity,
  { email, locale, invitation, isRefused }: Newcomer & { email: string },
): Promise<{ id: string; proved: Proved }> {
  const { name, usernames } = nameNewcomer(identity, isRefused);
  const id = newId();
  await refuseJoining(tx, invitation);
  if (!(await openVouchedAccount(tx, { id, name, email, locale }, usernames))) throw new Overtaken();
  const joined = await letJoin(tx, id, invitation);
  if (joined === 'asks') await awaitApproval(tx, id);
  return { id, proved: joined === 'asks' ? 'awaits approval' : 'verified' };
}

/** Ends every way to sign in of an account whose owner never verified the address. */
async function takeFromSquatter(tx: Statements, account: { id: string; email: string }): Promise<Proved> {
  await setPassword(tx, account.id, null);
  await endSessions(tx, account.id);
  await dropEmailChange(tx, account.id);
  const proved = await verifyAddress(tx, account);
  if (proved === null) throw new Overtaken();
  return proved;
}
