import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { lockConversation } from '../messages/queries.ts';
import {
  type ChangingConversation,
  findChanging,
  insertNotices,
  listConcerned,
  type NewNotice,
  raiseVersion,
  setState,
} from './change-queries.ts';

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

/** Accepts or declines a request. Nobody else is told of a refusal. */
export const answerRequest = (context: Context, viewer: Viewer, conversationId: string, isAccepted: boolean): Promise<void> =>
  context.db.transaction((tx) =>
    changeConversation(tx, viewer, conversationId, async ({ state, is_group: isGroup }) => {
      if (state === 'active' && isAccepted) return [];
      if (state === 'active') throw notFound('conversationNotFound');
      await setState(tx, conversationId, viewer.id, isAccepted ? 'active' : 'declined');
      if (!isAccepted) return [viewer.id];
      if (isGroup) await addNotices(tx, viewer, conversationId, [{ notice: 'joined', notice_member: viewer.id }]);
      else await raiseVersion(tx, conversationId);
      return listConcerned(tx, conversationId);
    }),
  );

/** Leaves a group with a notice, or a conversation between two unnoticed. Leaving a request declines it. */
export const leaveConversation = (context: Context, viewer: Viewer, conversationId: string): Promise<void> =>
  context.db.transaction((tx) =>
    changeConversation(tx, viewer, conversationId, async ({ state, is_group: isGroup }) => {
      await setState(tx, conversationId, viewer.id, state === 'requested' ? 'declined' : 'left');
      if (!isGroup || state === 'requested') return [viewer.id];
      await addNotices(tx, viewer, conversationId, [{ notice: 'left' }]);
      return [viewer.id, ...(await listConcerned(tx, conversationId))];
    }),
  );
