import type { Context } from '../../platform/context.ts';
import { mayMail } from '../../platform/mail/may-mail.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { findAddress } from './queries.ts';

/** Mails the link to the viewer's address again, where it is not verified. A stranger's address may stand in many such accounts. */
export async function resendLink(context: Context, member: { id: string }): Promise<void> {
  const pending = await findAddress(context.db, member.id);
  if (!pending || pending.email_verified || !(await mayMail(context, pending.email))) return;
  await queueMail(context.db, { kind: 'verify', member_id: member.id });
}
