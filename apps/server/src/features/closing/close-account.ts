import type { Context } from '../../context.ts';
import { unauthenticated, type Viewer } from '../../http/viewer.ts';
import { markClosed } from '../accounts/closed-accounts.ts';
import { confirmOwner } from '../auth/confirm-owner.ts';
import { dropEmailChange } from '../email-change/change-email.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { dropReset } from '../passwords/mail-reset-link.ts';
import { requireSession } from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * Closes the viewer's account: signed out everywhere and seen by nobody from the next request on. For 14 days all of it waits as it
 * is, should they sign in again; then it is erased.
 */
export async function closeAccount(context: Context, member: Viewer, password: string | undefined): Promise<void> {
  await confirmOwner(context, member, password);
  await context.db.transaction(async (tx) => {
    // Another of their devices was first; it has ended this session too.
    if (!(await markClosed(tx, member.id))) throw unauthenticated();
    await requireSession(tx, member);
    await endSessions(tx, member.id);
    await dropEmailChange(tx, member.id);
    await dropReset(tx, member.id);
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'account_closed' });
  });
}
