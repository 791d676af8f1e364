import type { Context } from '../../platform/context.ts';
import { isId } from '../../platform/ids.ts';
import { checkAddressLink, type GivenLink } from '../../platform/mail/address-link.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { isAddressTaken, moveAddress } from '../accounts/credentials.ts';
import { findAskedChange, takeEmailChange } from './email-change-queries.ts';

export type ChangeStatus = 'changed' | 'already-changed' | 'invalid';

/** Moves the account to the address of a mailed link. Repeated clicks change nothing; no session starts. */
export async function confirmNewEmail(context: Context, link: GivenLink): Promise<ChangeStatus> {
  const asked = isId(link.id) ? await findAskedChange(context.db, link.id) : undefined;
  if (!asked) return 'invalid';
  if (isTheirs(context, asked, link)) return 'already-changed';
  const { id, email: old, new_email } = asked;
  if (new_email === null || checkAddressLink(context, 'change-email', { id, email: new_email }, link) !== 'good') return 'invalid';
  try {
    const changed = await context.db.transaction(async (tx) => {
      if ((await takeEmailChange(tx, id, new_email)) === 0) return false;
      const moved = await moveAddress(tx, id, { from: old, to: new_email });
      if (!moved) return false;
      // An unverified previous address may be a stranger's.
      if (asked.email_verified) await queueMail(tx, { kind: 'email_changed', member_id: id, old_email: old });
      else if (moved === 'verified') await queueMail(tx, { kind: 'welcome', member_id: id });
      return true;
    });
    if (changed) return 'changed';
  } catch (error) {
    if (isAddressTaken(error)) return 'invalid';
    throw error;
  }
  // A concurrent click on the same link was first.
  const now = await findAskedChange(context.db, id);
  return now && isTheirs(context, now, link) ? 'already-changed' : 'invalid';
}

/** The link was used before and its address is still the member's. */
const isTheirs = (context: Context, member: { id: string; email: string; email_verified: boolean }, link: GivenLink): boolean =>
  member.email_verified && ['good', 'expired'].includes(checkAddressLink(context, 'change-email', member, link));
