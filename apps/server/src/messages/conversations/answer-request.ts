import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { addNotices, changeConversation } from './change-conversation.ts';
import { listConcerned, raiseVersion, setState } from './change-queries.ts';

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
