import type { Message, newMessage } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { presentTopics } from '../forum/topics/present-topics.ts';
import { presentReachingPhotos } from '../photos/posts/present-photos.ts';
import type { Context } from '../platform/context.ts';
import { type Statements, violates } from '../platform/db/database.ts';
import { requireSameRequest, type SendKey } from '../platform/http/form.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { findUnwantedWord, notTaken } from '../platform/screening/screen.ts';
import {
  attachImages,
  findMessageByKey,
  findSending,
  insertMessage,
  isAnswerable,
  listReached,
  lockConversation,
  type Sending,
} from './message-queries.ts';
import { queueMessagePushes } from './notification-queries.ts';
import { presentMessage } from './present-messages.ts';

/** Sends a message. A repeated idempotency key returns the first message. */
export async function sendMessage(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  message: NewMessage,
  key: SendKey | null,
): Promise<Message> {
  const previous = await findSentByKey(context, viewer, key);
  if (previous) return presentMessage(context, viewer, previous.id);
  await context.limits.spend('message by member', viewer.id);
  if (!isId(conversationId)) throw notFound('conversationNotFound');
  const checked = await checkMessage(context, viewer, message, key);
  const id = await sentOnce(context, viewer, key, () =>
    context.db.transaction(async (tx) => {
      await lockConversation(tx, conversationId);
      return writeMessage(tx, viewer, conversationId, checked);
    }),
  );
  return presentMessage(context, viewer, id);
}

/** Runs `send`. If a concurrent request with the same key was faster, returns the id of its message. */
export async function sentOnce(context: Context, viewer: Viewer, key: SendKey | null, send: () => Promise<string>): Promise<string> {
  try {
    return await send();
  } catch (error) {
    if (!violates(error, 'messages_key')) throw error;
    const sent = await findSentByKey(context, viewer, key);
    if (!sent) throw new Refusal('conflict', 'messageSentTwice');
    return sent.id;
  }
}

export type NewMessage = z.output<typeof newMessage>;

export interface CheckedMessage extends NewMessage {
  key: SendKey | null;
  /** Word that requests may not contain. */
  unwantedWord: string | null;
}

/** Checks a message as far as its conversation does not matter. `title` is read by those who are asked, too. */
export async function checkMessage(
  context: Context,
  viewer: Viewer,
  message: NewMessage,
  key: SendKey | null,
  title = '',
): Promise<CheckedMessage> {
  const { photo_id: photoId, topic_id: topicId } = message;
  if (photoId && !(isId(photoId) && (await presentReachingPhotos(context, viewer, [photoId])).length > 0)) throw notFound('photoNotFound');
  if (topicId && !(isId(topicId) && (await presentTopics(context, viewer, [topicId])).length > 0)) throw notFound('topicNotFound');
  if (!message.image_ids.every(isId)) throw imageGone();
  return { ...message, key, unwantedWord: await findUnwantedWord(context, viewer, `${title}\n${message.body}`) };
}

const imageGone = (): Refusal => new Refusal('conflict', 'messageImageGone');

/** Writes a message into a locked conversation and returns its id. */
export async function writeMessage(tx: Statements, viewer: Viewer, conversationId: string, message: CheckedMessage): Promise<string> {
  const sending = await findSending(tx, viewer.id, conversationId);
  if (!sending) throw notFound('conversationNotFound');
  requireMaySend(sending, message);
  const { key, image_ids: imageIds, photo_id: photoId, topic_id: topicId, reply_to: replyTo } = message;
  if (replyTo && !(isId(replyTo) && (await isAnswerable(tx, viewer.id, conversationId, replyTo)))) throw notFound('messageNotFound');
  const id = newId();
  const reached = await insertMessage(tx, conversationId, {
    id,
    author_id: viewer.id,
    body: message.body,
    reply_to_id: replyTo ?? null,
    shares: photoId ? 'photo' : topicId ? 'topic' : null,
    photo_id: photoId ?? null,
    topic_id: topicId ?? null,
    warning: imageIds.length > 0 ? (message.warning ?? null) : null,
    send_key: key?.value,
    send_digest: key?.digest,
  });
  if (imageIds.length > 0 && (await attachImages(tx, viewer.id, id, imageIds)) !== imageIds.length) throw imageGone();
  for (const memberId of reached) tx.hint('messages', memberId, conversationId);
  await queueMessagePushes(tx, conversationId, viewer.id);
  return id;
}

function requireMaySend(sending: Sending, message: CheckedMessage): void {
  if (sending.state === 'requested') throw new Refusal('forbidden', 'acceptFirst');
  if (sending.is_closed) throw new Refusal('forbidden', 'accountClosedHere');
  if (!sending.is_asking) return;
  if (message.unwantedWord !== null) throw notTaken('body', message.unwantedWord);
  if (sending.is_group) return;
  const field = message.image_ids.length > 0 ? 'image_ids' : message.photo_id ? 'photo_id' : message.topic_id ? 'topic_id' : null;
  if (field !== null) throw invalid({ [field]: ['requestIsText'] }, 'requestIsText');
  if (sending.sent_count >= limits.requestMessages) throw new Refusal('forbidden', 'requestWaits');
}

/** Returns the message stored under this idempotency key, and sends its events again, which a crash after the commit may have lost. */
export async function findSentByKey(
  { db }: Context,
  viewer: Viewer,
  key: SendKey | null,
): Promise<{ id: string; conversation_id: string } | undefined> {
  const previous = key === null ? undefined : await findMessageByKey(db, viewer.id, key.value);
  if (!previous || !key) return undefined;
  requireSameRequest(key, previous.send_digest);
  for (const memberId of await listReached(db, viewer.id, previous.conversation_id))
    db.hint('messages', memberId, previous.conversation_id);
  return previous;
}
