import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { listLastMessageRows } from '../messages/queries.ts';
import { presentMessages } from '../messages/views.ts';
import { type ConversationRow, findConversationRow, listParticipantRows, type ParticipantRow } from './queries.ts';

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

function viewConversation(row: ConversationRow, participants: readonly ParticipantRow[], last: Message | undefined): Conversation {
  const isActive = row.state === 'active';
  return {
    id: row.id,
    is_group: row.is_group,
    title: row.title,
    members: [
      ...participants.map((participant) => viewParticipant(participant, isActive)),
      // The row of an erased account is gone.
      ...(!row.is_group && participants.length === 1 ? [erased] : []),
    ],
    is_request: !isActive,
    last_number: row.last_number,
    version: row.version,
    last_message: last ?? null,
    last_at: row.last_at.toISOString(),
    unread_count: row.unread_count,
    read_number: row.read_number,
    is_muted: row.is_muted,
    is_pinned: row.is_pinned,
    retention_days: row.retention_days,
    viewer: {
      may_write: isActive && !row.is_closed,
      may_add: isActive && row.is_group,
      may_remove: isActive && row.is_group && row.is_creator,
    },
  };
}

const erased: Conversation['members'][number] = { user: null, is_viewer: false, is_asked: false, read_number: null };

/** A member who has not accepted the conversation sees no read receipts. */
const viewParticipant = (row: ParticipantRow, isActive: boolean): Conversation['members'][number] => ({
  user: row.author_id === null ? null : viewAuthor(row),
  is_viewer: row.is_viewer,
  is_asked: row.is_asked,
  read_number: isActive || row.is_viewer ? row.read_number : null,
});
