import type { Conversation, findConversation as findCall, listConversations as listCall } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { literalLimit, positionInTime } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { notFound } from '../platform/refusal.ts';
import {
  type ConversationRow,
  findConversationRow,
  findPair,
  listParticipantRows,
  listPinnedRows,
  listReceivers,
  listRequestRows,
  listUnpinnedRows,
  listUnreadRows,
  type PairRow,
  type ParticipantRow,
  type Receiver,
} from './conversation-queries.ts';
import { listLastMessageRows } from './message-queries.ts';
import { presentMessages } from './present-messages.ts';

/** Presents conversations in their order, with one query per kind of row. */
async function presentConversations(context: Context, viewer: Viewer, rows: readonly ConversationRow[]): Promise<Conversation[]> {
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

/** Finds the viewer's conversation with a member, and whether the viewer may write to them. */
export async function findConversation({ db }: Context, viewer: Viewer, memberId: string): Promise<AnswerOf<typeof findCall>['data']> {
  const [receiver] = isId(memberId) ? await listReceivers(db, viewer.id, [memberId]) : [];
  if (!receiver) throw notFound();
  const pair = await findPair(db, viewer.id, memberId);
  const isShown = pair?.own_state === 'active' || pair?.own_state === 'requested';
  return { user: viewAuthor(receiver), conversation_id: isShown ? pair.id : null, may_write: mayWrite(receiver, pair) };
}

/** Returns how a member may begin a conversation with the receiver. `request`: the receiver is asked first. */
export function mayBegin({ allow_direct_messages, direct_messages_from, follows_viewer }: Receiver): 'yes' | 'request' | 'no' {
  if (!allow_direct_messages) return 'no';
  if (follows_viewer) return 'yes';
  return direct_messages_from === 'following' ? 'no' : 'request';
}

/** A refused request looks like one that waits. */
function mayWrite(receiver: Receiver, pair: PairRow | undefined): 'yes' | 'request' | 'no' {
  if (!pair?.other_state) return mayBegin(receiver);
  return pair.other_state === 'requested' || pair.other_state === 'declined' ? 'request' : 'yes';
}

type PageQuery = z.output<typeof listCall.shape.query>;

/** Marks cursors among the pinned conversations. */
const pinnedCursor = 'p';

/** Lists a page of conversations by the time of their newest message. The inbox begins with the pinned ones. */
export async function listConversations(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<{ data: Conversation[]; meta: { next_cursor: string | null } }> {
  const rows = await listRows(context.db, viewer.id, query);
  const page = rows.slice(0, query.per_page);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    data: await presentConversations(context, viewer, page),
    meta: { next_cursor: last ? `${query.list === 'inbox' && last.is_pinned ? pinnedCursor : ''}${last.cursor}` : null },
  };
}

async function listRows(db: Statements, viewerId: string, { list, cursor, per_page: perPage }: PageQuery): Promise<ConversationRow[]> {
  const limit = literalLimit(perPage + 1);
  if (list === 'unread') return listUnreadRows(db, viewerId, { after: positionInTime(cursor), limit });
  if (list === 'requests') return listRequestRows(db, viewerId, { after: positionInTime(cursor), limit });
  if (cursor !== undefined && !cursor.startsWith(pinnedCursor))
    return listUnpinnedRows(db, viewerId, { after: positionInTime(cursor), limit });
  const [pinned, others] = await Promise.all([
    listPinnedRows(db, viewerId, positionInTime(cursor?.slice(pinnedCursor.length))),
    listUnpinnedRows(db, viewerId, { after: positionInTime(undefined), limit }),
  ]);
  return [...pinned, ...others];
}
