import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { presentMessages } from '../messages/present-messages.ts';
import { listLastMessageRows } from '../messages/queries.ts';
import { type ConversationRow, findConversationRow, listParticipantRows } from './queries.ts';
import { viewConversation } from './views.ts';

/** Presents conversations in their order, with one query per kind of row. */
export async function presentConversations(context: Context, viewer: Viewer, rows: readonly ConversationRow[]): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [participants, messageRows] = await Promise.all([
    listParticipantRows(context.db, viewer.id, ids),
    listLastMessageRows(context.db, viewer.id, ids),
  ]);
  const lastMessages = await presentMessages(context, viewer, messageRows);
  return rows.map((row) =>
    viewConversation(
      row,
      participants.filter((participant) => participant.conversation_id === row.id),
      lastMessages.find((message) => message.conversation_id === row.id),
    ),
  );
}

export async function readConversation(context: Context, viewer: Viewer, conversationId: string): Promise<Conversation> {
  const row = isId(conversationId) ? await findConversationRow(context.db, viewer.id, conversationId) : undefined;
  if (!row) throw notFound('conversationNotFound');
  return (await presentConversations(context, viewer, [row]))[0]!;
}
