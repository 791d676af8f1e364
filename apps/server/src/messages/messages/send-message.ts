import type { Message } from '@mbari/contract/messages/messages';
import type { Context } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { SendKey } from '../../platform/send-key.ts';
import { lockConversation } from './queries.ts';
import { presentMessage } from './views.ts';
import { checkMessage, findSentByKey, type NewMessage, writeMessage } from './write-message.ts';

/** Sends a message. A repeated idempotency key returns the first message. */
export async function sendMessage(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  message: NewMessage,
  key: SendKey | null,
): Promise<Message> {
  const previous = await findSentByKey(context, viewer, key);
  if (previous) return presentMessage(context, viewer, previous.id);
  await context.limits.spend('message by member', viewer.id);
  if (!isId(conversationId)) throw notFound('conversationNotFound');
  const checked = await checkMessage(context, viewer, message, key);
  const id = await sentOnce(context, viewer, key, () =>
    context.db.transaction(async (tx) => {
      await lockConversation(tx, conversationId);
      return writeMessage(tx, viewer, conversationId, checked);
    }),
  );
  return presentMessage(context, viewer, id);
}

/** Runs `send`. If a concurrent request with the same key was faster, returns the id of its message. */
export async function sentOnce(context: Context, viewer: Viewer, key: SendKey | null, send: () => Promise<string>): Promise<string> {
  try {
    return await send();
  } catch (error) {
    if (!violates(error, 'messages_key')) throw error;
    const sent = await findSentByKey(context, viewer, key);
    if (!sent) throw new Refusal('conflict', 'messageSentTwice');
    return sent.id;
  }
}
