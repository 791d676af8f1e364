import type { Statements } from '../platform/db/database.ts';
import { lowestId } from '../platform/ids.ts';

/** The message `msg` is kept, because a report about it is open. */
const isReported = (msg: string): string => `exists (select from reports r where r.message_id = ${msg}.id and r.resolved_at is null)`;

/** Deletes what is too old among the first 500 messages of each of 100 conversations after an id. Returns the last conversation. */
export const deleteExpiredMessages = (db: Statements, after: string): Promise<{ last: string | null; deleted: number } | undefined> =>
  db.row(
    `with page as materialized (
            select c.id, now() - make_interval(days => c.retention_days) as since from conversations c
             where c.retention_days is not null and c.id > coalesce(nullif($1, ''), '${lowestId}')::uuid order by c.id limit 100),
          expired as materialized (
            select oldest.id from page cross join lateral (
              select msg.id, msg.created_at from messages msg where msg.conversation_id = page.id order by msg.number limit 500) oldest
             where oldest.created_at < page.since and not ${isReported('oldest')} limit 500),
          gone as (delete from messages msg using expired where msg.id = expired.id returning msg.id)
     select (select max(id::text) from page) as last, (select count(*)::int from gone) as deleted`,
    [after],
  );

const isRead = (c: string): string =>
  `exists (select from conversation_members cm where cm.conversation_id = ${c}.id and cm.state in ('active', 'requested'))`;

/** Returns the next 1,000 conversations after an id, and whether a member may still read them. */
export const listConversationPage = (db: Statements, after: string): Promise<{ id: string; is_read: boolean }[]> =>
  db.rows(
    `select c.id, ${isRead('c')} as is_read from conversations c where c.id > coalesce(nullif($1, ''), '${lowestId}')::uuid order by c.id limit 1000`,
    [after],
  );

/** Locks conversations against new messages, which could bring them back. */
export const lockConversations = (tx: Statements, ids: readonly string[]): Promise<unknown> =>
  tx.rows('select from conversations where id = any($1::uuid[]) order by id for update', [ids]);

/** Deletes 500 messages of locked conversations that nobody may read. */
export const deleteUnreadableMessages = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run(
    `delete from messages where id in (
       select msg.id from conversations c join messages msg on msg.conversation_id = c.id
        where c.id = any($1::uuid[]) and not ${isRead('c')} and not ${isReported('msg')} limit 500)`,
    [ids],
  );

/** Deletes locked conversations that nobody may read and that have no reported message. */
export const deleteUnreadableConversations = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run(
    `delete from conversations c where c.id = any($1::uuid[]) and not ${isRead('c')}
        and not exists (select from messages msg where msg.conversation_id = c.id)`,
    [ids],
  );

/** Removes the author from 500 of a member's messages, which stay. */
export const detachMessages = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update messages set author_id = null, send_key = null, send_digest = null
      where id in (select id from messages where author_id = $1 limit 500)`,
    [memberId],
  );

export const deleteReactionsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from message_reactions where member_id = $1
        and message_id in (select message_id from message_reactions where member_id = $1 limit 500)`,
    [memberId],
  );

export const deleteMembershipsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from conversation_members where member_id = $1
        and conversation_id in (select conversation_id from conversation_members where member_id = $1 limit 500)`,
    [memberId],
  );

export const deleteUnsentImagesOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from message_images where image_id in (
       select image_id from message_images where member_id = $1 and message_id is null limit 500)`,
    [memberId],
  );

/** Removes the uploader from 500 sent images, which stay in their messages. */
export const detachSentImages = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update message_images set member_id = null, upload_key = null, upload_digest = null
      where image_id in (select image_id from message_images where member_id = $1 and message_id is not null limit 500)`,
    [memberId],
  );
