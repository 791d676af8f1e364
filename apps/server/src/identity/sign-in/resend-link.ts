import type { Context } from '../../platform/context.ts';
import { mayMail } from '../../platform/mail/may-mail.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { findAddress } from './queries.ts';

/** Limited by address, because many pending accounts may name a stranger's. */
export async function resendLink(context: Context, member: { id: string }): Promise<void> {
  const pending = await findAddress(context.db, member.id);
  if (!pending || pending.email_verified || !(await mayMail(context, pending.email))) return;
  await queueMail(context.db, { kind: 'verify', member_id: member.id });
}
