import type { Conversation, updateConversation as call } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { because, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/premoderation-queries.ts';
import { findUnwantedWord, notTaken } from '../../platform/screening/screen.ts';
import { addNotices, changeConversation, requireAccepted, requireGroup } from './change-conversation.ts';
import { type ChangingConversation, listConcerned, type NewNotice, setPreferences, setRetention, setTitle } from './change-queries.ts';
import { readConversation } from './present-conversations.ts';

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
