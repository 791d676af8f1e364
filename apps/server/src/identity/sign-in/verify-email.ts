import type { Context } from '../../platform/context.ts';
import { isId } from '../../platform/ids.ts';
import { checkAddressLink, type GivenLink } from '../../platform/mail/address-link.ts';
import { mayMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { findAddress } from './queries.ts';

export type VerificationStatus = 'verified' | 'already-verified' | 'invalid-signature' | 'invalid-hash';

/** Verifies the address of a mailed link. Repeated clicks change nothing; no session starts. */
export async function verifyEmail(context: Context, link: GivenLink): Promise<VerificationStatus> {
  const member = isId(link.id) ? await findAddress(context.db, link.id) : undefined;
  const check = checkAddressLink(context, 'verify-email', member, link);
  if (check === 'wrong hash') return 'invalid-hash';
  if (check === 'wrong signature' || !member) return 'invalid-signature';
  if (member.email_verified) return 'already-verified';
  if (check === 'expired') return 'invalid-signature';
  try {
    return await context.db.transaction(async (tx) => {
      const addressStatus = await verifyAddress(tx, member);
      if (addressStatus === null) return 'already-verified';
      if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: member.id });
      return 'verified';
    });
  } catch (error) {
    // Another account verified the same address first.
    if (isAddressTaken(error)) return 'already-verified';
    throw error;
  }
}

/** Limits mails by address, because many pending accounts may share an address. */
export async function mailVerificationLink(context: Context, member: { id: string }): Promise<void> {
  const account = await findAddress(context.db, member.id);
  if (!account || account.email_verified || !(await mayMail(context, account.email))) return;
  await queueMail(context.db, { kind: 'verify', member_id: member.id });
}
