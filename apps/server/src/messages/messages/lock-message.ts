import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { lockConversationOf } from './change-queries.ts';
import { listMessageRows, listReached, type MessageRow } from './queries.ts';

/** Locks the conversation of a message and returns the message. Notices cannot be changed. */
export async function lockMessage(tx: Statements, viewer: Viewer, id: string): Promise<MessageRow> {
  const conversation = isId(id) ? await lockConversationOf(tx, id) : undefined;
  const [message] = conversation ? await listMessageRows(tx, viewer.id, [id]) : [];
  if (!message || message.notice !== null) throw notFound('messageNotFound');
  return message;
}

/** Tells all members who see `memberId` in the conversation that it changed. */
export async function announceChange(tx: Statements, conversationId: string, memberId: string): Promise<void> {
  for (const reachedId of await listReached(tx, memberId, conversationId)) tx.hint('messages', reachedId, conversationId);
}
