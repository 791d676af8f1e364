import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { withinSession } from '../sessions/require-session.ts';
import { removePasskey as removeKeptPasskey } from './queries.ts';

/** Takes a passkey of the member's own away, and tells them by mail. */
export async function removePasskey(context: Context, member: Viewer, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  await withinSession(context, member, async (tx) => {
    const removed = await removeKeptPasskey(tx, member.id, id);
    if (!removed) throw notFound();
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'passkey_removed', detail: removed.name });
  });
}
