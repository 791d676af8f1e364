import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { conversationShown, partnerShown } from '../../platform/visibility/messages.ts';
import { conversations, messages } from '../table.ts';
import type { MemberState } from './queries.ts';

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

export const raiseVersion = (tx: Statements, conversationId: string): Promise<number> =>
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
