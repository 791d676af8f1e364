import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { SendKey } from '../platform/http/form.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { because, notFound, Refusal } from '../platform/refusal.ts';
import { spendAsMember } from '../platform/screening/screen.ts';
import {
  findPair,
  insertGroup,
  insertParticipants,
  listReceivers,
  type NewParticipant,
  openPair,
  type PairRow,
  type Receiver,
  setRejoined,
} from './conversation-queries.ts';
import { mayBegin, readConversation } from './present-conversations.ts';
import { presentMessage } from './present-messages.ts';
import { checkMessage, findSentByKey, type NewMessage, sentOnce, writeMessage } from './send-message.ts';

interface NewConversation {
  member_ids: readonly string[];
  is_group: boolean;
  title?: string | undefined;
  message: NewMessage;
}

/** In their first week, accounts may begin five conversations a day, even if the site has no limits for new accounts. */
const newAccounts = { share: 1 / 6, leastDays: 7 };

/** Begins a conversation with its first message, or continues the one that the two members have. */
export async function startConversation(
  context: Context,
  viewer: Viewer,
  { member_ids: memberIds, is_group: isGroup, title, message }: NewConversation,
  key: SendKey | null,
): Promise<{ data: Conversation; sent: Message }> {
  const ids = [...new Set(memberIds)];
  if (ids.includes(viewer.id)) throw new Refusal('own_content', 'cannotWriteToSelf');
  const previous = await findSentByKey(context, viewer, key);
  if (previous) return present(context, viewer, previous.id);
  const pairWith = isGroup || ids.length > 1 ? null : ids[0]!;
  await context.limits.spend('message by member', viewer.id);
  if (!ids.every(isId)) throw notFound();
  const pair = pairWith === null ? undefined : await findPair(context.db, viewer.id, pairWith);
  if (pair?.own_state !== 'active') await spendAsMember(context, viewer, 'conversation by member, daily', newAccounts);
  const checked = await checkMessage(context, viewer, message, key, title);
  const id = await sentOnce(context, viewer, key, () =>
    context.db.transaction(async (tx) => {
      const conversationId =
        pairWith === null ? await beginGroup(tx, viewer, ids, title || null) : await continuePair(tx, viewer, pairWith);
      return writeMessage(tx, viewer, conversationId, checked);
    }),
  );
  return present(context, viewer, id);
}

async function present(context: Context, viewer: Viewer, messageId: string): Promise<{ data: Conversation; sent: Message }> {
  const sent = await presentMessage(context, viewer, messageId);
  return { data: await readConversation(context, viewer, sent.conversation_id), sent };
}

/** Returns the locked conversation of two members, in which the viewer may write. */
async function continuePair(tx: Statements, viewer: Viewer, memberId: string): Promise<string> {
  const [receiver] = await requireReceivers(tx, viewer, [memberId]);
  await openPair(tx, newId(), viewer.id, memberId);
  const pair = (await findPair(tx, viewer.id, memberId))!;
  if (pair.other_state === null) await beginPair(tx, viewer, pair, receiver!);
  else if (pair.own_state !== 'active' && pair.own_state !== 'requested') await setRejoined(tx, pair.id, viewer.id);
  return pair.id;
}

const beginPair = (tx: Statements, viewer: Viewer, { id }: PairRow, receiver: Receiver): Promise<NewParticipant[]> =>
  insertParticipants(tx, id, [{ member_id: viewer.id, state: 'active' }, invite(receiver)]);

async function beginGroup(tx: Statements, viewer: Viewer, memberIds: readonly string[], title: string | null): Promise<string> {
  const receivers = await requireReceivers(tx, viewer, memberIds);
  const id = newId();
  await insertGroup(tx, id, viewer.id, title);
  await insertParticipants(tx, id, [{ member_id: viewer.id, state: 'active' }, ...receivers.map(invite)]);
  return id;
}

/** Throws the same `not_found` for hidden and missing members. */
export async function requireReceivers(tx: Statements, viewer: Viewer, memberIds: readonly string[]): Promise<Receiver[]> {
  const receivers = await listReceivers(tx, viewer.id, memberIds);
  if (receivers.length < memberIds.length) throw notFound();
  return receivers;
}

/** Adds a member who follows the viewer at once, and asks others. Throws if the member takes no messages from the viewer. */
export function invite(receiver: Receiver): NewParticipant {
  const answer = mayBegin(receiver);
  if (answer === 'no') throw new Refusal('forbidden', because('messagesClosed', { name: receiver.author_name }));
  return { member_id: receiver.author_id, state: answer === 'yes' ? 'active' : 'requested' };
}
