import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns, type MaybeAuthorRow } from '../../platform/member-views.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { conversationShown, messageShown, partnerOf, partnerShown } from '../../platform/visibility/messages.ts';
import { conversationMembers, conversations } from '../table.ts';

const shownOfConversation = conversations.pick('id', 'is_group', 'title', 'last_number', 'version', 'retention_days');
const shownOfViewer = conversationMembers.pick('last_at', 'read_number', 'is_muted');

export interface ConversationRow extends Row<typeof shownOfConversation>, Row<typeof shownOfViewer> {
  state: 'active' | 'requested';
  is_pinned: boolean;
  is_creator: boolean;
  /** The other account of a conversation between two is closed. */
  is_closed: boolean;
  unread_count: number;
  cursor: string;
}

/** The message `msg` is unread by the viewer, whose row is `cm`. Notices are never unread. */
const isUnread = `msg.conversation_id = cm.conversation_id and msg.number > cm.read_number and msg.author_id is distinct from $1
  and msg.notice is null and ${messageShown('$1', 'cm', 'msg')}`;

/** Expects the conversation `c` and the viewer's row `cm`. */
const conversationColumns = `${shownOfConversation.of('c')}, ${shownOfViewer.of('cm')}, cm.state, cm.pinned_at is not null as is_pinned,
  c.created_by is not distinct from $1 as is_creator,
  not c.is_group and (select partner.is_live from members partner where partner.id = ${partnerOf('$1', 'c')}) is not true as is_closed,
  (select count(*)::int from (select from messages msg where ${isUnread} order by msg.number limit ${limits.unreadConversations}) unread) as unread_count,
  to_char(cm.last_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || cm.conversation_id as cursor`;

const conversationJoin = 'join conversations c on c.id = cm.conversation_id';

export const findConversationRow = (db: Statements, viewerId: string, conversationId: string): Promise<ConversationRow | undefined> =>
  db.row(
    `select ${conversationColumns} from conversation_members cm ${conversationJoin}
      where cm.conversation_id = $2 and ${conversationShown('$1', 'cm', 'c')}`,
    [viewerId, conversationId],
  );

/** Lists the pinned conversations after a position, the newest first. */
export const listPinnedRows = (db: Statements, viewerId: string, after: { time: string; id: string }): Promise<ConversationRow[]> =>
  db.rows(
    `select ${conversationColumns} from conversation_members cm ${conversationJoin}
      where cm.member_id = $1 and cm.pinned_at is not null and cm.state = 'active' and (cm.last_at, cm.conversation_id) < ($2, $3)
        and ${conversationShown('$1', 'cm', 'c')}
      order by cm.last_at desc, cm.conversation_id desc limit ${limits.pinnedConversations}`,
    [viewerId, after.time, after.id],
  );

interface PageSlice {
  after: { time: string; id: string };
  limit: 21 | 51;
}

export const listUnpinnedRows = (db: Statements, viewerId: string, { after, limit }: PageSlice): Promise<ConversationRow[]> =>
  db.rows(
    `select ${conversationColumns} from conversation_members cm ${conversationJoin}
      where cm.member_id = $1 and cm.state = 'active' and cm.pinned_at is null and (cm.last_at, cm.conversation_id) < ($2, $3)
        and ${conversationShown('$1', 'cm', 'c')}
      order by cm.last_at desc, cm.conversation_id desc limit ${limit}`,
    [viewerId, after.time, after.id],
  );

export const listUnreadRows = (db: Statements, viewerId: string, { after, limit }: PageSlice): Promise<ConversationRow[]> =>
  db.rows(
    `select ${conversationColumns} from conversation_members cm ${conversationJoin}
      where cm.member_id = $1 and cm.state = 'active' and cm.last_number > cm.read_number and (cm.last_at, cm.conversation_id) < ($2, $3)
        and ${conversationShown('$1', 'cm', 'c')}
      order by cm.last_at desc, cm.conversation_id desc limit ${limit}`,
    [viewerId, after.time, after.id],
  );

export const listRequestRows = (db: Statements, viewerId: string, { after, limit }: PageSlice): Promise<ConversationRow[]> =>
  db.rows(
    `select ${conversationColumns} from conversation_members cm ${conversationJoin}
      where cm.member_id = $1 and cm.state = 'requested' and (cm.last_at, cm.conversation_id) < ($2, $3)
        and ${conversationShown('$1', 'cm', 'c')}
      order by cm.last_at desc, cm.conversation_id desc limit ${limit}`,
    [viewerId, after.time, after.id],
  );

export const countUnreadAndRequests = async (db: Statements, viewerId: string): Promise<{ unread: number; requests: number }> =>
  (await db.row<{ unread: number; requests: number }>(
    `select (select count(*)::int from (
               select from conversation_members cm ${conversationJoin}
                where cm.member_id = $1 and cm.state = 'active' and cm.last_number > cm.read_number and not cm.is_muted
                  and ${conversationShown('$1', 'cm', 'c')} limit ${limits.unreadConversations}) unread) as unread,
            (select count(*)::int from (
               select from conversation_members cm ${conversationJoin}
                where cm.member_id = $1 and cm.state = 'requested' and ${conversationShown('$1', 'cm', 'c')}
                limit ${limits.unreadConversations}) requests) as requests`,
    [viewerId],
  ))!;

export type ParticipantRow = MaybeAuthorRow & {
  conversation_id: string;
  is_viewer: boolean;
  is_asked: boolean;
  /** Null unless both members show read receipts. */
  read_number: number | null;
};

/** Two members show each other their read receipts. Expects the reader's row `o` and account `m`, and the viewer's account `viewer`. */
const receiptsShown = `m.id = $1 or (o.state = 'active' and m.show_read_receipts and viewer.show_read_receipts)`;

/**
 * Lists the members of conversations in the order in which they joined, without those hidden from the viewer and, in groups, those who left. The
 * caller has checked the conversations.
 */
export const listParticipantRows = (db: Statements, viewerId: string, conversationIds: readonly string[]): Promise<ParticipantRow[]> =>
  db.rows(
    `select o.conversation_id, ${authorColumns('live')}, o.member_id = $1 as is_viewer, o.state in ('requested', 'declined') as is_asked,
            case when ${receiptsShown} then o.read_number end as read_number
       from unnest($2::uuid[]) as input(id)
       join conversations c on c.id = input.id
       join members viewer on viewer.id = $1
       join conversation_members o on o.conversation_id = c.id and (o.state <> 'left' or not c.is_group)
       join members m on m.id = o.member_id and ${partnerShown('$1', 'm')}
       left join members live on live.id = m.id and live.is_live
      order by o.conversation_id, o.joined_at, o.member_id`,
    [viewerId, conversationIds],
  );

export interface OpenedConversation {
  version: number;
  first_unread: number | null;
}

export const findOpened = (db: Statements, viewerId: string, conversationId: string): Promise<OpenedConversation | undefined> =>
  db.row(
    `select c.version, (select msg.number from messages msg where ${isUnread} order by msg.number limit 1) as first_unread
       from conversation_members cm ${conversationJoin} where cm.conversation_id = $2 and ${conversationShown('$1', 'cm', 'c')}`,
    [viewerId, conversationId],
  );

export interface Receiver extends AuthorRow {
  allow_direct_messages: boolean;
  direct_messages_from: 'everyone' | 'following';
  follows_viewer: boolean;
}

/** Finds members who exist for the viewer and have verified their address. Unordered, without the viewer. */
export const listReceivers = (db: Statements, viewerId: string, ids: readonly string[]): Promise<Receiver[]> =>
  db.rows(
    `select ${authorColumns('m')}, m.allow_direct_messages, m.direct_messages_from,
            exists (select from follows f where f.follower_id = m.id and f.followed_id = $1) as follows_viewer
       from members m where m.id = any($2::uuid[]) and m.id <> $1 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, ids],
  );

export type MemberState = Row<typeof conversationMembers>['state'];

export interface PairRow {
  id: string;
  /** Null if the member never was in the conversation. */
  own_state: MemberState | null;
  other_state: MemberState | null;
}

/** Finds the conversation of two members, whatever their states. */
export const findPair = (db: Statements, viewerId: string, memberId: string): Promise<PairRow | undefined> =>
  db.row(
    `select c.id, own.state as own_state, other.state as other_state
       from conversations c
       left join conversation_members own on own.conversation_id = c.id and own.member_id = $1
       left join conversation_members other on other.conversation_id = c.id and other.member_id = $2
      where c.first_id = least($1::uuid, $2::uuid) and c.second_id = greatest($1::uuid, $2::uuid)`,
    [viewerId, memberId],
  );

/** Adds the conversation of two members, unless they have one, and locks it. */
export async function openPair(tx: Statements, id: string, viewerId: string, memberId: string): Promise<void> {
  await tx.run(
    `insert into conversations (id, is_group, first_id, second_id, created_by)
     values ($1, false, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), $2) on conflict (first_id, second_id) do nothing`,
    [id, viewerId, memberId],
  );
  await tx.run(
    `select from conversations where first_id = least($1::uuid, $2::uuid) and second_id = greatest($1::uuid, $2::uuid) for no key update`,
    [viewerId, memberId],
  );
}

export const insertGroup = (tx: Statements, id: string, creatorId: string, title: string | null): Promise<number> =>
  tx.run('insert into conversations (id, is_group, title, created_by) values ($1, true, $2, $3)', [id, title, creatorId]);

export interface NewParticipant {
  member_id: string;
  state: 'active' | 'requested';
}

/**
 * Adds members to a locked conversation, who read from the next message on. Members who left come back; others keep their rows. Returns the
 * added members.
 */
export const insertParticipants = async (
  tx: Statements,
  conversationId: string,
  added: readonly NewParticipant[],
): Promise<NewParticipant[]> =>
  tx.rows(
    `insert into conversation_members as cm (conversation_id, member_id, state, joined_at, first_number, last_number, read_number)
     select c.id, n.member_id, n.state, clock_timestamp(), c.last_number + 1, c.last_number, c.last_number
       from conversations c, jsonb_populate_recordset(null::conversation_members, $2) n where c.id = $1 order by n.member_id
     on conflict (conversation_id, member_id) do update
        set state = excluded.state, joined_at = excluded.joined_at, last_at = excluded.last_at, first_number = excluded.first_number,
            last_number = excluded.last_number, read_number = excluded.read_number, pinned_at = null
      where cm.state = 'left'
     returning cm.member_id, cm.state`,
    [conversationId, JSON.stringify(added)],
  );

/** Brings a locked conversation back to a member who left or declined it, from the next message on. */
export const setRejoined = (tx: Statements, conversationId: string, memberId: string): Promise<number> =>
  tx.run(
    `update conversation_members cm
        set state = 'active', first_number = c.last_number + 1, last_number = c.last_number, read_number = c.last_number
       from conversations c where c.id = $1 and cm.conversation_id = c.id and cm.member_id = $2`,
    [conversationId, memberId],
  );

export interface MarkedRead {
  is_changed: boolean;
  /** Members who see the viewer's read receipts. */
  told: string[];
}

/** Marks messages as read, unless the conversation is a request. Returns nothing if it does not exist for the viewer. */
export const setRead = (db: Statements, viewerId: string, conversationId: string, number: number): Promise<MarkedRead | undefined> =>
  db.row(
    `with opened as (
            select c.id, least($3, c.last_number) as number, viewer.show_read_receipts
              from conversation_members cm ${conversationJoin} join members viewer on viewer.id = $1
             where cm.conversation_id = $2 and ${conversationShown('$1', 'cm', 'c')}),
          changed as (
            update conversation_members cm set read_number = opened.number from opened
             where cm.conversation_id = opened.id and cm.member_id = $1 and cm.state = 'active' and cm.read_number < opened.number
            returning cm.member_id)
     select exists (select from changed) as is_changed,
            array(select o.member_id from conversation_members o join members m on m.id = o.member_id
                   where o.conversation_id = opened.id and o.member_id <> $1 and o.state = 'active' and opened.show_read_receipts
                     and m.show_read_receipts and ${partnerShown('$1', 'm')}) as told
       from opened`,
    [viewerId, conversationId, number],
  );
