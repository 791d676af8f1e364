import type { Locale } from '@mbari/words/locales';
import type { Identity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { refusedNames } from '../../platform/screening/screen.ts';
import { type AddressStatus, isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { openVerifiedAccount } from '../accounts/open-account.ts';
import { setAwaitingApproval, updatePasswordHash } from '../accounts/queries.ts';
import { isMailboxBlocked } from '../accounts/suspended-accounts.ts';
import { announceApplicant, countRegistration, joinOrApply, requireOpenJoining } from '../joining/join-or-apply.ts';
import { deleteEmailChange } from '../passwords/queries.ts';
import { endSessions, newSecret, secretHash } from '../sign-in/sessions.ts';
import { applyGrants } from './apply-grants.ts';
import { type Grants, insertHandoff, insertIdentity, lockAccount, updateIdentityUse } from './queries.ts';
import { SignInRejected } from './sign-in-failures.ts';
import { suggestNames } from './suggest-names.ts';

interface Visitor {
  /** Random id of a browser without a session. */
  browser: string;
  locale: Locale;
  invitation: string | undefined;
  /** Name of the identity provider. */
  provider: string;
}

type Newcomer = Omit<Visitor, 'browser'> & { isRefused: (name: string) => boolean };

/** A concurrent transaction wrote first, so retry. */
class ConcurrentChange extends Error {}

const maxAttempts = 4;

/** Finds or creates the account of a provider identity. Returns a token that the browser exchanges for a session. Throws SignInRejected. */
export async function signInWithProvider(context: Context, identity: Identity, { browser, ...newcomer }: Visitor): Promise<string> {
  const token = newSecret();
  const isRefused = await refusedNames(context);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { isNew } = await context.db.transaction(async (tx) => {
        const member = await findOrCreateMember(tx, identity, { ...newcomer, isRefused });
        await applyGrants(context, tx, member, identity, newcomer.provider);
        await insertHandoff(tx, secretHash(token), secretHash(browser), member.id);
        return member;
      });
      if (isNew) await countRegistration(context);
      return token;
    } catch (error) {
      if (!(error instanceof ConcurrentChange || isAddressTaken(error)) || attempt === maxAttempts) throw error;
    }
  }
}

/** Finds the member of a known identity. For a new identity, uses the address that the provider verified. */
async function findOrCreateMember(
  tx: Statements,
  identity: Identity,
  newcomer: Newcomer,
): Promise<{ id: string; isNew: boolean; grants: Grants }> {
  const identityOwner = await updateIdentityUse(tx, identity);
  if (identityOwner?.is_suspended) throw new SignInRejected('suspended');
  if (identityOwner) {
    const { member_id, granted_role, granted_plan } = identityOwner;
    return { id: member_id, isNew: false, grants: { granted_role, granted_plan } };
  }
  const { email } = identity;
  // Rejects before any account is looked up, so the answer reveals no account.
  if (email === null) throw new SignInRejected('unvouched');
  const account = await lockAccount(tx, email);
  if (account?.is_suspended) throw new SignInRejected('suspended');
  if (!account?.email_verified && (await isMailboxBlocked(tx, email))) throw new SignInRejected('suspended');
  const newAccount = account ? null : await createAccount(tx, identity, { email, ...newcomer });
  const memberId = account?.id ?? newAccount!.id;
  const addressStatus =
    account?.email_verified === false ? await takeOverUnverifiedAccount(tx, { id: memberId, email }) : newAccount?.addressStatus;
  if ((await insertIdentity(tx, { ...identity, member_id: memberId })) === 0) throw new ConcurrentChange();
  if (account?.email_verified)
    await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'identity_linked', detail: newcomer.provider });
  else if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: memberId });
  return { id: memberId, isNew: newAccount !== null, grants: { granted_role: null, granted_plan: null } };
}

async function createAccount(
  tx: Statements,
  identity: Identity,
  { email, locale, invitation, isRefused }: Newcomer & { email: string },
): Promise<{ id: string; addressStatus: AddressStatus }> {
  const { name, usernames } = suggestNames(identity, isRefused);
  const id = newId();
  await requireOpenJoining(tx, invitation);
  if (!(await openVerifiedAccount(tx, { id, name, email, locale }, usernames))) throw new ConcurrentChange();
  const outcome = await joinOrApply(tx, id, invitation);
  if (outcome === 'applied') {
    await setAwaitingApproval(tx, id);
    await announceApplicant(tx, id);
  }
  return { id, addressStatus: outcome === 'applied' ? 'awaits approval' : 'verified' };
}

/** Deletes a pending account's password, sessions and requested change of address, then verifies the account. */
async function takeOverUnverifiedAccount(tx: Statements, account: { id: string; email: string }): Promise<AddressStatus> {
  await updatePasswordHash(tx, account.id, null);
  await endSessions(tx, account.id);
  await deleteEmailChange(tx, account.id);
  const addressStatus = await verifyAddress(tx, account);
  if (addressStatus === null) throw new ConcurrentChange();
  return addressStatus;
}
