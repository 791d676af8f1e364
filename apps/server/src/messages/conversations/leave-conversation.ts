import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addNotices, changeConversation } from './change-conversation.ts';
import { listConcerned, setState } from './change-queries.ts';

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
