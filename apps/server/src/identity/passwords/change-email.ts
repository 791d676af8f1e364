import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayMail } from '../../platform/mail/may-mail.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { invalid } from '../../platform/refusal.ts';
import { confirmOwner } from '../sign-in/confirm-owner.ts';
import { requireSession } from '../sign-in/require-session.ts';
import { removeEmailChange, setEmailChange } from './email-change-queries.ts';

/**
 * Asks for another address. Nothing here looks at whether it is somebody's already: what the mail says is decided when it is
 * sent, so that a taken address shows neither in the answer nor in the time it takes. The present address is mailed at once.
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
    if ((await setEmailChange(tx, member.id, email)) === 0) throw invalid({ email: ['addressIsYours'] });
    await requireSession(tx, member);
    if (isMailed) await queueMail(tx, { kind: 'change_email', member_id: member.id, email });
    // Who has not verified an address may have mistyped it: it is a stranger's then.
    if (member.email_verified) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'email_change_asked' });
  });
}

/** Takes back a change of address that was asked for and not confirmed: links that were mailed for it lead nowhere. */
export async function dropEmailChange(tx: Statements, memberId: string): Promise<void> {
  await removeEmailChange(tx, memberId);
}
