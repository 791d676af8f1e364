import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findTypingReaders, setRead } from './queries.ts';

/** Marks messages up to a number as read, and tells the viewer's other tabs and those who see the viewer's read receipts. */
export async function markConversationRead({ db }: Context, viewer: Viewer, conversationId: string, number: number): Promise<void> {
  const marked = isId(conversationId) ? await setRead(db, viewer.id, conversationId, number) : undefined;
  if (!marked) throw notFound('conversationNotFound');
  if (marked.is_changed) for (const memberId of [viewer.id, ...marked.told]) db.hint('messages', memberId, conversationId);
}

/** Sends a typing indicator. Stores nothing. */
export async function sendTyping({ db, limits }: Context, viewer: Viewer, conversationId: string): Promise<void> {
  await limits.spend('typing by member', viewer.id);
  const readers = isId(conversationId) ? await findTypingReaders(db, viewer.id, conversationId) : undefined;
  if (!readers) throw notFound('conversationNotFound');
  for (const memberId of readers.member_ids) db.hint('typing', memberId, conversationId, viewer.id);
}
