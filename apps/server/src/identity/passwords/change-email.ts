import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { checkAddressLink, type GivenLink } from '../../platform/mail/address-link.ts';
import { mayMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { invalid } from '../../platform/refusal.ts';
import { changeAddress, isAddressTaken } from '../accounts/credentials.ts';
import { confirmOwner } from '../sign-in/log-in.ts';
import { requireSession } from '../sign-in/sessions.ts';
import { consumeEmailChange, deleteStaleEmailChanges, findAccountWithEmailChange, upsertEmailChange } from './queries.ts';

/**
 * Requests a change of address and notifies the current address. The mail job checks whether the new address is taken, so the response
 * reveals nothing.
 */
export async function changeEmail(
  context: Context,
  member: Viewer,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  await confirmOwner(context, member, password);
  await context.limits.spend('change of email by member', member.id);
  const isMailed = await mayMail(context, email);
  await context.db.transaction(async (tx) => {
    if ((await upsertEmailChange(tx, member.id, email)) === 0) throw invalid({ email: ['addressIsYours'] });
    await requireSession(tx, member);
    if (isMailed) await queueMail(tx, { kind: 'change_email', member_id: member.id, email });
    // An unverified address may be a stranger's.
    if (member.email_verified) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'email_change_asked' });
  });
}

export const sweepEmailChanges: Task = async (_payload, { context }) => {
  const deletedCount = await deleteStaleEmailChanges(context.db);
  if (deletedCount > 0) context.log.debug({ removed: deletedCount }, 'deleted unconfirmed changes of address');
};

type ChangeStatus = 'changed' | 'already-changed' | 'invalid';

/** Changes the account's address by a mailed link. Repeated clicks change nothing; no session starts. */
export async function confirmNewEmail(context: Context, link: GivenLink): Promise<ChangeStatus> {
  const account = isId(link.id) ? await findAccountWithEmailChange(context.db, link.id) : undefined;
  if (!account) return 'invalid';
  if (isAlreadyConfirmed(context, account, link)) return 'already-changed';
  const { id, email: oldEmail, new_email } = account;
  if (new_email === null || checkAddressLink(context, 'change-email', { id, email: new_email }, link) !== 'good') return 'invalid';
  try {
    const isChanged = await context.db.transaction(async (tx) => {
      if ((await consumeEmailChange(tx, id, new_email)) === 0) return false;
      const addressStatus = await changeAddress(tx, id, { from: oldEmail, to: new_email });
      if (!addressStatus) return false;
      // An unverified previous address may be a stranger's.
      if (account.email_verified) await queueMail(tx, { kind: 'email_changed', member_id: id, old_email: oldEmail });
      else if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: id });
      return true;
    });
    if (isChanged) return 'changed';
  } catch (error) {
    if (isAddressTaken(error)) return 'invalid';
    throw error;
  }
  // A concurrent click may have confirmed the change first.
  const currentAccount = await findAccountWithEmailChange(context.db, id);
  return currentAccount && isAlreadyConfirmed(context, currentAccount, link) ? 'already-changed' : 'invalid';
}

/** The link was used before and its address is still the member's. */
const isAlreadyConfirmed = (context: Context, member: { id: string; email: string; email_verified: boolean }, link: GivenLink): boolean =>
  member.email_verified && ['good', 'expired'].includes(checkAddressLink(context, 'change-email', member, link));
