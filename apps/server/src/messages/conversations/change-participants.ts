import type { Conversation } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, notFound, Refusal } from '../../platform/refusal.ts';
import { spendAsMember } from '../../platform/screening/screen.ts';
import { addNotices, changeConversation, requireAccepted, requireGroup } from './change-conversation.ts';
import { findMemberState, listConcerned, listStaying, raiseVersion, setState } from './change-queries.ts';
import { readConversation } from './present-conversations.ts';
import { insertParticipants } from './queries.ts';
import { invite, requireReceivers } from './start-conversation.ts';

/** Adds members to a group, or asks them. Members who are in it, or were asked before, stay as they are. */
export async function addParticipants(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  memberIds: readonly string[],
): Promise<Conversation> {
  await spendAsMember(context, viewer, 'conversation by member, daily');
  const ids = [...new Set(memberIds)].filter((id) => id !== viewer.id);
  if (!ids.every(isId)) throw notFound();
  await context.db.transaction((tx) =>
    changeConversation(tx, viewer, conversationId, async (conversation) => {
      requireAccepted(conversation);
      requireGroup(conversation);
      const receivers = await requireReceivers(tx, viewer, ids);
      const staying = await listStaying(tx, conversationId);
      const invited = receivers.filter(({ author_id: id }) => !staying.includes(id)).map(invite);
      if (invited.length === 0) return [];
      if (staying.length + invited.length > limits.conversationMembers)
        throw new Refusal('conflict', because('conversationFull', { most: limits.conversationMembers }));
      const added = await insertParticipants(tx, conversationId, invited);
      const joined = added.filter(({ state }) => state === 'active');
      if (joined.length === 0) await raiseVersion(tx, conversationId);
      else
        await addNotices(
          tx,
          viewer,
          conversationId,
          joined.map(({ member_id: id }) => ({ notice: 'joined', notice_member: id })),
        );
      return listConcerned(tx, conversationId);
    }),
  );
  return readConversation(context, viewer, conversationId);
}

/** Removes a member from a group of the viewer. Nobody is told of a member who was only asked. */
export const removeParticipant = (context: Context, viewer: Viewer, conversationId: string, memberId: string): Promise<void> =>
  context.db.transaction((tx) =>
    changeConversation(tx, viewer, conversationId, async (conversation) => {
      requireAccepted(conversation);
      if (!conversation.is_group || !conversation.is_creator) throw new Refusal('not_owner', 'groupOfOther');
      const member = isId(memberId) ? await findMemberState(tx, viewer.id, conversationId, memberId) : undefined;
      if (!member) throw notFound();
      await setState(tx, conversationId, memberId, 'left');
      if (member.state === 'active') await addNotices(tx, viewer, conversationId, [{ notice: 'removed', notice_member: memberId }]);
      else await raiseVersion(tx, conversationId);
      return [memberId, ...(await listConcerned(tx, conversationId))];
    }),
  );
