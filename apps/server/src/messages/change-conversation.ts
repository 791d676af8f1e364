import type { Conversation, updateConversation as call } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { because, notFound, Refusal } from '../platform/refusal.ts';
import { lockWriter } from '../platform/screening/queries.ts';
import { findUnwantedWord, notTaken, spendAsMember } from '../platform/screening/screen.ts';
import {
  type ChangingConversation,
  findChanging,
  findMemberState,
  findTypingReaders,
  insertNotices,
  insertParticipants,
  listConcerned,
  listStaying,
  type NewNotice,
  raiseConversationVersion,
  setPreferences,
  setRead,
  setRetention,
  setState,
  setTitle,
} from './conversation-queries.ts';
import { lockConversation } from './message-queries.ts';
import { readConversation } from './present-conversations.ts';
import { invite, requireReceivers } from './start-conversation.ts';

/** Locks a conversation of the viewer, runs the change, and tells the members whose ids it returns. */
async function changeConversation(
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

function requireAccepted({ state }: ChangingConversation): void {
  if (state === 'requested') throw new Refusal('forbidden', 'acceptFirst');
}

function requireGroup({ is_group: isGroup }: ChangingConversation): void {
  if (!isGroup) throw new Refusal('conflict', 'conversationNotGroup');
}

const addNotices = (tx: Statements, viewer: Viewer, conversationId: string, notices: readonly NewNotice[]): Promise<number> =>
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
      else await raiseConversationVersion(tx, conversationId);
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
      if (joined.length === 0) await raiseConversationVersion(tx, conversationId);
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
      else await raiseConversationVersion(tx, conversationId);
      return [memberId, ...(await listConcerned(tx, conversationId))];
    }),
  );

type Change = z.output<typeof call.shape.body>;

/** Mutes or pins a conversation for the viewer, or retitles it or shortens its retention for all, with a notice. */
export async function updateConversation(context: Context, viewer: Viewer, conversationId: string, change: Change): Promise<Conversation> {
  await context.limits.spend('message by member', viewer.id);
  const unwantedWord = change.title ? await findUnwantedWord(context, viewer, change.title) : null;
  await context.db.transaction(async (tx) => {
    // Concurrent calls of a member cannot pin more than the limit.
    if (change.is_pinned && !(await lockWriter(tx, viewer.id))) throw unauthenticated();
    await changeConversation(tx, viewer, conversationId, async (conversation) => {
      requireAccepted(conversation);
      if (unwantedWord !== null && conversation.is_asking) throw notTaken('title', unwantedWord);
      await changePreferences(tx, viewer, conversationId, change);
      const notices = await changeForAll(tx, conversationId, conversation, change);
      if (notices.length === 0) return [viewer.id];
      await addNotices(tx, viewer, conversationId, notices);
      return listConcerned(tx, conversationId);
    });
  });
  return readConversation(context, viewer, conversationId);
}

async function changePreferences(
  tx: Statements,
  viewer: Viewer,
  conversationId: string,
  { is_muted: isMuted, is_pinned: isPinned }: Change,
): Promise<void> {
  if (isMuted === undefined && isPinned === undefined) return;
  if ((await setPreferences(tx, viewer.id, conversationId, { isMuted: isMuted ?? null, isPinned: isPinned ?? null })) === 0)
    throw new Refusal('conflict', because('tooManyPinned', { most: limits.pinnedConversations }));
}

async function changeForAll(
  tx: Statements,
  conversationId: string,
  conversation: ChangingConversation,
  { title, retention_days: days }: Change,
): Promise<NewNotice[]> {
  const notices: NewNotice[] = [];
  if (title !== undefined) {
    requireGroup(conversation);
    if ((title || null) !== conversation.title) {
      await setTitle(tx, conversationId, title || null);
      notices.push({ notice: 'retitled', notice_title: title || null });
    }
  }
  if (days !== undefined && days !== conversation.retention_days) {
    if (conversation.retention_days !== null && days > conversation.retention_days) throw new Refusal('conflict', 'retentionOnlyShorter');
    await setRetention(tx, conversationId, days);
    notices.push({ notice: 'retention', notice_days: days });
  }
  return notices;
}

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
