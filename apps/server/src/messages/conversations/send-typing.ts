import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findTypingReaders } from './change-queries.ts';

/** Sends a typing indicator. Stores nothing. */
export async function sendTyping({ db, limits }: Context, viewer: Viewer, conversationId: string): Promise<void> {
  await limits.spend('typing by member', viewer.id);
  const readers = isId(conversationId) ? await findTypingReaders(db, viewer.id, conversationId) : undefined;
  if (!readers) throw notFound('conversationNotFound');
  for (const memberId of readers.member_ids) db.hint('typing', memberId, conversationId, viewer.id);
}
