import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { lockConversation } from '../messages/queries.ts';
import { type ChangingConversation, findChanging, insertNotices, type NewNotice } from './change-queries.ts';

/** Locks a conversation of the viewer, runs the change, and tells the members whose ids it returns. */
export async function changeConversation(
  tx: Statements,
  viewer: Viewer,
  conversationId: string,
  change: (conversation: ChangingConversation) => Promise<readonly string[]>,
): Promise<void> {
  if (isId(conversationId)) await lockConversation(tx, conversationId);
  const conversation = isId(conversationId) ? await findChanging(tx, viewer.id, conversationId) : undefined;
  if (!conversation) throw notFound('conversationNotFound');
  for (const memberId of new Set(await change(conversation))) tx.hint('messages', memberId, conversationId);
}

export function requireAccepted({ state }: ChangingConversation): void {
  if (state === 'requested') throw new Refusal('forbidden', 'acceptFirst');
}

export function requireGroup({ is_group: isGroup }: ChangingConversation): void {
  if (!isGroup) throw new Refusal('conflict', 'conversationNotGroup');
}

export const addNotices = (tx: Statements, viewer: Viewer, conversationId: string, notices: readonly NewNotice[]): Promise<number> =>
  insertNotices(
    tx,
    conversationId,
    notices.map(({ notice = null, notice_member = null, notice_title = null, notice_days = null }) => ({
      id: newId(),
      author_id: viewer.id,
      notice,
      notice_member,
      notice_title,
      notice_days,
    })),
  );
