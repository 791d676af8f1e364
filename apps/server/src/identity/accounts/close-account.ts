import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { endApiTokens } from '../api-tokens/api-tokens.ts';
import { deleteEmailChange, deleteReset } from '../passwords/queries.ts';
import { confirmOwner } from '../sign-in/log-in.ts';
import { endSessions, requireSession } from '../sign-in/sessions.ts';
import { markClosed } from './closed-accounts.ts';

/** Closes the viewer's account: hides it and ends every session and API token. Signing in within 14 days reopens the account; a job erases it later. */
export async function closeAccount(context: Context, member: Viewer, password: string | undefined): Promise<void> {
  await confirmOwner(context, member, password);
  await context.db.transaction(async (tx) => {
    // Another device closed the account first and ended this session.
    if (!(await markClosed(tx, member.id))) throw unauthenticated();
    await requireSession(tx, member);
    await revokeAccess(tx, member.id);
  });
}

/** Closes a member's account for an admin. Returns false if already closed. */
export async function closeMemberAccount(tx: Statements, memberId: string): Promise<boolean> {
  if (!(await markClosed(tx, memberId))) return false;
  await revokeAccess(tx, memberId);
  return true;
}

async function revokeAccess(tx: Statements, memberId: string): Promise<void> {
  await endSessions(tx, memberId);
  await endApiTokens(tx, memberId);
  await deleteEmailChange(tx, memberId);
  await deleteReset(tx, memberId);
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'account_closed' });
}
