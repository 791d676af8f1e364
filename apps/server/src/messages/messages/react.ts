import type { Message, Reaction } from '@mbari/contract/messages/messages';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { deleteReaction, putReaction, raiseVersion } from './change-queries.ts';
import { announceChange, lockMessage } from './lock-message.ts';
import { presentMessage } from './present-messages.ts';

/** Sets the viewer's reaction, or removes it. Refused in a request, because it would tell that the message was read. */
export async function react(context: Context, viewer: Viewer, id: string, reaction: Reaction | null): Promise<Message> {
  await context.limits.spend('like by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (message.taken_back_at !== null) throw notFound('messageNotFound');
    if (!message.shows_attachments) throw new Refusal('forbidden', 'acceptFirst');
    const changedCount = await (reaction === null ? deleteReaction(tx, id, viewer.id) : putReaction(tx, id, viewer.id, reaction));
    if (changedCount === 0) return;
    await raiseVersion(tx, id);
    await announceChange(tx, message.conversation_id, viewer.id);
  });
  return presentMessage(context, viewer, id);
}
