import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { notFound } from '../../platform/refusal.ts';
import { withinSession } from '../sign-in/require-session.ts';
import { removePasskey as removeKeptPasskey } from './queries.ts';

export async function removePasskey(context: Context, member: Viewer, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  await withinSession(context, member, async (tx) => {
    const removed = await removeKeptPasskey(tx, member.id, id);
    if (!removed) throw notFound();
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'passkey_removed', detail: removed.name });
  });
}
