import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { NewRow, Row } from '../platform/db/table.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../platform/member-views.ts';
import { memberVisible } from '../platform/visibility/members.ts';
import { conversationShown, messageShown, partnerOf, partnerShown } from '../platform/visibility/messages.ts';
import { conversationMembers, conversations, messages } from './table.ts';

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

const changing = conversations.pick('is_group', 'title', 'retention_days');

export interface ChangingConversation extends Row<typeof changing> {
  state: 'active' | 'requested';
  is_creator: boolean;
  /** A member was asked and has not accepted. */
  is_asking: boolean;
}

/** Finds a locked conversation. Nothing if it does not exist for the viewer. */
export const findChanging = (tx: Statements, viewerId: string, conversationId: string): Promise<ChangingConversation | undefined> =>
  tx.row(
    `select ${changing.of('c')}, cm.state, c.created_by is not distinct from $1 as is_creator,
            exists (select from conversation_members other where other.conversation_id = c.id and other.state in ('requested', 'declined')) as is_asking
       from conversations c join conversation_members cm on cm.conversation_id = c.id and cm.member_id = $1
      where c.id = $2 and ${conversationShown('$1', 'cm', 'c')}`,
    [viewerId, conversationId],
  );

/** Sets a member's state. A member who left reads nothing of the history when they come back. */
export const setState = (tx: Statements, conversationId: string, memberId: string, state: MemberState): Promise<number> =>
  tx.run(
    `update conversation_members cm
        set state = $3, pinned_at = case when $3 = 'active' then cm.pinned_at end,
            first_number = case when $3 = 'left' then c.last_number + 1 else cm.first_number end
       from conversations c where c.id = $1 and cm.conversation_id = c.id and cm.member_id = $2`,
    [conversationId, memberId, state],
  );

export const raiseConversationVersion = (tx: Statements, conversationId: string): Promise<number> =>
  tx.run('update conversations set version = version + 1 where id = $1', [conversationId]);

const noticed = messages.pick('notice', 'notice_member', 'notice_title', 'notice_days');
const newNotice = messages.pick('id', 'author_id', ...noticed.keys);

export type NewNotice = NewRow<typeof noticed>;

/** Adds notices to a locked conversation. They are unread by nobody and leave the conversation where it is in lists. */
export const insertNotices = (tx: Statements, conversationId: string, notices: readonly Row<typeof newNotice>[]): Promise<number> =>
  tx.run(
    `with changed as (
       update conversations set last_number = last_number + $3, version = version + $3 where id = $1 returning id, last_number, version)
     insert into messages (${newNotice.names}, conversation_id, number, version, created_at)
     select ${newNotice.of('n')}, changed.id, changed.last_number - $3 + n.position, changed.version - $3 + n.position, clock_timestamp()
       from changed, (select row_number() over (order by id)::int as position, n.* from ${newNotice.fromAll('$2')} n) n`,
    [conversationId, newNotice.records(notices), notices.length],
  );

/** Lists the members for whom the conversation exists. */
export const listConcerned = async (tx: Statements, conversationId: string): Promise<string[]> =>
  (
    await tx.rows<{ member_id: string }>(
      `select member_id from conversation_members where conversation_id = $1 and state in ('active', 'requested')`,
      [conversationId],
    )
  ).map(({ member_id }) => member_id);

/** Lists all members but those who left. */
export const listStaying = async (tx: Statements, conversationId: string): Promise<string[]> =>
  (
    await tx.rows<{ member_id: string }>(`select member_id from conversation_members where conversation_id = $1 and state <> 'left'`, [
      conversationId,
    ])
  ).map(({ member_id }) => member_id);

/** Finds the state of another member whom the viewer sees in the conversation. */
export const findMemberState = (
  tx: Statements,
  viewerId: string,
  conversationId: string,
  memberId: string,
): Promise<{ state: MemberState } | undefined> =>
  tx.row(
    `select o.state from conversation_members o join members m on m.id = o.member_id and ${partnerShown('$1', 'm')}
      where o.conversation_id = $2 and o.member_id = $3 and o.member_id <> $1 and o.state <> 'left'`,
    [viewerId, conversationId, memberId],
  );

/** Mutes or pins a conversation for a locked member; null leaves a setting unchanged. Returns 0 if too many are pinned. */
export const setPreferences = (
  tx: Statements,
  viewerId: string,
  conversationId: string,
  { isMuted, isPinned }: { isMuted: boolean | null; isPinned: boolean | null },
): Promise<number> =>
  tx.run(
    `update conversation_members cm
        set is_muted = coalesce($3, cm.is_muted),
            pinned_at = case when $4::boolean is null then cm.pinned_at when $4 then coalesce(cm.pinned_at, now()) end
      where cm.conversation_id = $2 and cm.member_id = $1
        and ($4 is not true or (select count(*) from conversation_members pinned
              where pinned.member_id = $1 and pinned.pinned_at is not null and pinned.conversation_id <> $2) < ${limits.pinnedConversations})`,
    [viewerId, conversationId, isMuted, isPinned],
  );

export const setTitle = (tx: Statements, conversationId: string, title: string | null): Promise<number> =>
  tx.run('update conversations set title = $2 where id = $1', [conversationId, title]);

export const setRetention = (tx: Statements, conversationId: string, days: 30 | 365): Promise<number> =>
  tx.run('update conversations set retention_days = $2 where id = $1', [conversationId, days]);

/** Lists the members who see that the viewer types: both accepted the conversation and show it. Nothing if it does not exist for the viewer. */
export const findTypingReaders = (
  db: Statements,
  viewerId: string,
  conversationId: string,
): Promise<{ member_ids: string[] } | undefined> =>
  db.row(
    `select array(select o.member_id from conversation_members o join members m on m.id = o.member_id
                   where o.conversation_id = c.id and o.member_id <> $1 and o.state = 'active' and cm.state = 'active'
                     and m.show_typing and viewer.show_typing and ${partnerShown('$1', 'm')}) as member_ids
       from conversations c
       join conversation_members cm on cm.conversation_id = c.id and cm.member_id = $1
       join members viewer on viewer.id = $1
      where c.id = $2 and ${conversationShown('$1', 'cm', 'c')}`,
    [viewerId, conversationId],
  );
