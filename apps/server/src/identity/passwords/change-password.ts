import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { invalid } from '../../platform/refusal.ts';
import { updatePasswordHash } from '../accounts/queries.ts';
import { endApiTokens } from '../api-tokens/api-tokens.ts';
import { confirmOwner, refuseIfOverloaded, requireUnguessablePassword } from '../sign-in/password-checks.ts';
import { endSessions, requireSession } from '../sign-in/sessions.ts';
import { deleteEmailChange, deleteReset, findPasswordOwner } from './queries.ts';

/**
 * Changes the password, ends all other sessions and, unless refused, the API tokens, and cancels reset links and a pending change of address. A first password needs a
 * mailed link, which proves who the member is.
 * Throws `validation`, `overloaded`, `too_many_requests`.
 */
export async function changePassword(
  context: Context,
  member: Viewer,
  passwords: { current_password: string; password: string; end_tokens: boolean },
): Promise<void> {
  const owner = await findPasswordOwner(context.db, member.id);
  if (!owner) throw unauthenticated();
  if (!owner.has_password) throw invalid({ current_password: ['noPasswordYet'] });
  await confirmOwner(context, member, passwords.current_password, 'current_password');
  await requireUnguessablePassword(passwords.password, owner);
  const passwordHash = await refuseIfOverloaded(hashPassword(passwords.password));
  await context.db.transaction(async (tx) => {
    await requireSession(tx, member);
    await updatePasswordHash(tx, member.id, passwordHash);
    await deleteReset(tx, member.id);
    await endSessions(tx, member.id, member);
    if (passwords.end_tokens) await endApiTokens(tx, member.id);
    await deleteEmailChange(tx, member.id);
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'password_changed' });
  });
}
