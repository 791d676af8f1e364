import type { Message, Reaction } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { removeImages } from '../platform/images/queries.ts';
import { because, notFound, Refusal } from '../platform/refusal.ts';
import { findUnwantedWord, notTaken } from '../platform/screening/screen.ts';
import {
  deleteReaction,
  emptyMessage,
  findSending,
  listMessageRows,
  listReached,
  lockConversationOf,
  type MessageRow,
  putReaction,
  raiseMessageVersion,
  updateBody,
} from './message-queries.ts';
import { mayEdit, presentMessage } from './present-messages.ts';

export async function editMessage(context: Context, viewer: Viewer, id: string, body: string): Promise<Message> {
  await context.limits.spend('message by member', viewer.id);
  const unwantedWord = await findUnwantedWord(context, viewer, body);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (!message.is_own) throw new Refusal('not_author', 'messageOfOther');
    if (message.taken_back_at !== null) throw notFound('messageNotFound');
    if (!mayEdit(message, context.now())) throw new Refusal('locked', because('messageTooOld', { minutes: limits.messageEditMinutes }));
    const isAsking = unwantedWord !== null && (await findSending(tx, viewer.id, message.conversation_id))?.is_asking === true;
    if (isAsking) throw notTaken('body', unwantedWord);
    if ((await updateBody(tx, id, body)) > 0) await announceChange(tx, message.conversation_id, viewer.id);
  });
  return presentMessage(context, viewer, id);
}

/** Sets the viewer's reaction, or removes it. Refused in a request, because it would tell that the message was read. */
export async function react(context: Context, viewer: Viewer, id: string, reaction: Reaction | null): Promise<Message> {
  await context.limits.spend('like by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (message.taken_back_at !== null) throw notFound('messageNotFound');
    if (!message.shows_attachments) throw new Refusal('forbidden', 'acceptFirst');
    const changedCount = await (reaction === null ? deleteReaction(tx, id, viewer.id) : putReaction(tx, id, viewer.id, reaction));
    if (changedCount === 0) return;
    await raiseMessageVersion(tx, id);
    await announceChange(tx, message.conversation_id, viewer.id);
  });
  return presentMessage(context, viewer, id);
}

/** Takes the viewer's message back for all. A repeated call does nothing. */
export async function takeBackMessage(context: Context, viewer: Viewer, id: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (!message.is_own) throw new Refusal('not_author', 'messageOfOther');
    await emptyLocked(tx, id);
  });
}

/** Takes another member's reported message back for good as an organiser, who has locked its reports. Returns the author's id. */
export async function removeReportedMessage(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string): Promise<string> {
  if (isId(id)) await lockConversationOf(tx, id);
  const authorId = isId(id) ? await emptyLocked(tx, id) : null;
  if (authorId === null || authorId === organiser.id) throw notFound('messageNotFound');
  return authorId;
}

/** Locks the conversation of a message and returns the message. Notices cannot be changed. */
async function lockMessage(tx: Statements, viewer: Viewer, id: string): Promise<MessageRow> {
  const conversation = isId(id) ? await lockConversationOf(tx, id) : undefined;
  const [message] = conversation ? await listMessageRows(tx, viewer.id, [id]) : [];
  if (!message || message.notice !== null) throw notFound('messageNotFound');
  return message;
}

/** Tells all members who see `memberId` in the conversation that it changed. */
async function announceChange(tx: Statements, conversationId: string, memberId: string): Promise<void> {
  for (const reachedId of await listReached(tx, memberId, conversationId)) tx.hint('messages', reachedId, conversationId);
}

/** Returns the author, or null if the message was taken back before. */
async function emptyLocked(tx: Statements, id: string): Promise<string | null> {
  const message = await emptyMessage(tx, id);
  if (!message?.author_id) return null;
  await removeImages(tx, message.image_ids);
  await announceChange(tx, message.conversation_id, message.author_id);
  return message.author_id;
}
