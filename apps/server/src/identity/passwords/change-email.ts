import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { mayMail } from '../../platform/mail/may-mail.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { invalid } from '../../platform/refusal.ts';
import { confirmOwner } from '../sign-in/confirm-owner.ts';
import { requireSession } from '../sign-in/require-session.ts';
import { deleteStaleEmailChanges, upsertEmailChange } from './email-change-queries.ts';

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
