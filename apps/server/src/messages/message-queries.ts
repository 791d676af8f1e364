import type { Reaction } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import { images } from '../photos/table.ts';
import type { Statements } from '../platform/db/database.ts';
import type { NewRow, Row } from '../platform/db/table.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../platform/member-views.ts';
import { notBlocked } from '../platform/visibility/members.ts';
import { attachmentsShown, conversationShown, messageShown, partnerOf, partnerShown } from '../platform/visibility/messages.ts';
import { messageImages, messages } from './table.ts';

const shownOfMessage = messages.pick(
  'id',
  'conversation_id',
  'number',
  'version',
  'body',
  'notice',
  'notice_member',
  'notice_title',
  'notice_days',
  'shares',
  'photo_id',
  'topic_id',
  'warning',
  'created_at',
  'edited_at',
  'taken_back_at',
);

/** The author is null for a closed account. */
export type MessageRow = Row<typeof shownOfMessage> &
  MaybeAuthorRow & {
    is_own: boolean;
    /** The viewer has accepted the conversation and sees images and shared things. */
    shows_attachments: boolean;
    /** Null if there is none or the viewer cannot read it. */
    reply_to: { id: string; number: number; author_id: string | null; excerpt: string; has_images: boolean } | null;
    reactions: { reaction: Reaction; count: number; is_own: boolean }[] | null;
  };

/** Expects the message `msg`, the viewer's row `cm`, and the author `m` from `authorJoin`. */
const messageColumns = `${shownOfMessage.of('msg')}, ${authorColumns('m')}, msg.author_id is not distinct from $1 as is_own,
  ${attachmentsShown('cm')} as shows_attachments,
  (select jsonb_build_object('id', answered.id, 'number', answered.number, 'author_id', answered.author_id,
            'excerpt', left(answered.body, ${limits.messageExcerpt}),
            'has_images', ${attachmentsShown('cm')} and exists (select from message_images ai where ai.message_id = answered.id))
     from messages answered where answered.id = msg.reply_to_id and ${messageShown('$1', 'cm', 'answered')}) as reply_to,
  (select jsonb_agg(chosen) from (
     select mr.reaction, count(*)::int as count, bool_or(mr.member_id = $1) as is_own
       from message_reactions mr join members reacting on reacting.id = mr.member_id and ${partnerShown('$1', 'reacting')}
      where mr.message_id = msg.id group by mr.reaction) chosen) as reactions`;

const authorJoin = 'left join members m on m.id = msg.author_id and m.is_live';

/** Lists messages by id, unordered, without those hidden from the viewer. */
export const listMessageRows = (db: Statements, viewerId: string, ids: readonly string[]): Promise<MessageRow[]> =>
  db.rows(
    `select ${messageColumns}
       from unnest($2::uuid[]) as input(id) join messages msg on msg.id = input.id
       join conversations c on c.id = msg.conversation_id
       join conversation_members cm on cm.conversation_id = c.id and cm.member_id = $1 ${authorJoin}
      where ${conversationShown('$1', 'cm', 'c')} and ${messageShown('$1', 'cm', 'msg')}`,
    [viewerId, ids],
  );

/** Lists the newest message of each conversation. The caller has checked the conversations. */
export const listLastMessageRows = (db: Statements, viewerId: string, conversationIds: readonly string[]): Promise<MessageRow[]> =>
  db.rows(
    `select ${messageColumns}
       from unnest($2::uuid[]) as input(id)
       join conversation_members cm on cm.conversation_id = input.id and cm.member_id = $1
       cross join lateral (
         select * from messages msg where msg.conversation_id = cm.conversation_id and ${messageShown('$1', 'cm', 'msg')}
          order by msg.number desc limit 1) msg ${authorJoin}`,
    [viewerId, conversationIds],
  );

const slices = {
  before: { condition: 'msg.number < $3', order: 'msg.number desc' },
  from: { condition: 'msg.number >= $3', order: 'msg.number' },
  changedSince: { condition: 'msg.version > $3', order: 'msg.version' },
};

interface PageSlice {
  conversationId: string;
  limit: 21 | 51;
}

/** Lists messages before or from a number, or changed since a version, nearest first. The caller has checked the conversation. */
export function listSlice(
  db: Statements,
  viewerId: string,
  { conversationId, limit }: PageSlice,
  [kind, position]: readonly [keyof typeof slices, number],
): Promise<MessageRow[]> {
  return db.rows(
    `select ${messageColumns}
       from conversation_members cm
       cross join lateral (
         select * from messages msg where msg.conversation_id = cm.conversation_id and ${slices[kind].condition} and ${messageShown('$1', 'cm', 'msg')}
          order by ${slices[kind].order} limit ${limit}) msg ${authorJoin}
      where cm.conversation_id = $2 and cm.member_id = $1 order by ${slices[kind].order}`,
    [viewerId, conversationId, position],
  );
}

const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');

export type MessageImageRow = Row<typeof shownOfImage> & { message_id: string; alt: string };

/** The caller has checked that the viewer sees the messages' images. */
export const listMessageImages = (db: Statements, messageIds: readonly string[]): Promise<MessageImageRow[]> =>
  db.rows(
    `select mi.message_id, mi.alt, ${shownOfImage.of('i')}
       from message_images mi join images i on i.id = mi.image_id and i.deleted_at is null
      where mi.message_id = any($1::uuid[]) order by mi.message_id, mi.position`,
    [messageIds],
  );

/** Lists members who are named in messages, without closed accounts. The caller has checked that the viewer sees them. */
export const listNamedMembers = (db: Statements, ids: readonly string[]): Promise<AuthorRow[]> =>
  db.rows(`select ${authorColumns('m')} from members m where m.id = any($1::uuid[]) and m.is_live`, [ids]);

export const findMessageByKey = (
  db: Statements,
  authorId: string,
  key: string,
): Promise<{ id: string; conversation_id: string; send_digest: Buffer | null } | undefined> =>
  db.row('select id, conversation_id, send_digest from messages where author_id = $1 and send_key = $2', [authorId, key]);

/** Locks a conversation. Needs its own statement: a statement that also reads would see data from before its wait. */
export const lockConversation = (tx: Statements, conversationId: string): Promise<{ id: string } | undefined> =>
  tx.row('select id from conversations where id = $1 for no key update', [conversationId]);

export interface Sending {
  state: 'active' | 'requested';
  is_group: boolean;
  /** The other account of a conversation between two is closed. */
  is_closed: boolean;
  /** Another member has not accepted yet. */
  is_asking: boolean;
  /** Messages that the viewer sent, up to the limit of a request. 0 if nobody is asked. */
  sent_count: number;
}

/** Returns what decides about the viewer's next message. Nothing if the conversation does not exist for the viewer. */
export const findSending = (tx: Statements, viewerId: string, conversationId: string): Promise<Sending | undefined> =>
  tx.row(
    `select cm.state, c.is_group, not c.is_group and (partner.is_live is not true) as is_closed, asking.is_asking,
            case when asking.is_asking then (select count(*)::int from (
              select from messages own where own.conversation_id = c.id and own.author_id = $1 and own.notice is null
               limit ${limits.requestMessages}) sent) else 0 end as sent_count
       from conversations c
       join conversation_members cm on cm.conversation_id = c.id and cm.member_id = $1
       left join members partner on partner.id = ${partnerOf('$1', 'c')}
       cross join lateral (select exists (
         select from conversation_members other where other.conversation_id = c.id and other.member_id <> $1
            and other.state in ('requested', 'declined')) as is_asking) asking
      where c.id = $2 and ${conversationShown('$1', 'cm', 'c')}`,
    [viewerId, conversationId],
  );

export const isAnswerable = async (tx: Statements, viewerId: string, conversationId: string, messageId: string): Promise<boolean> =>
  (await tx.row(
    `select from messages msg join conversation_members cm on cm.conversation_id = msg.conversation_id and cm.member_id = $1
      where msg.id = $3 and msg.conversation_id = $2 and msg.notice is null and ${messageShown('$1', 'cm', 'msg')}`,
    [viewerId, conversationId, messageId],
  )) !== undefined;

const newMessage = messages.pick(
  'id',
  'author_id',
  'body',
  'reply_to_id',
  'shares',
  'photo_id',
  'topic_id',
  'warning',
  'send_key',
  'send_digest',
);

/**
 * Adds a message to a locked conversation and returns the members whom it reaches, the author included. It brings a conversation between two
 * back to a member who left. Members who are hidden from the author are not counted an unread message.
 */
export const insertMessage = async (
  tx: Statements,
  conversationId: string,
  message: NewRow<typeof newMessage> & { author_id: string },
): Promise<string[]> =>
  (await tx.row<{ reached: string[] }>(
    `with changed as (
            update conversations set last_number = last_number + 1, version = version + 1 where id = $1
            returning id, is_group, last_number, version),
          added as (
            insert into messages (${newMessage.names}, conversation_id, number, version, created_at)
            select ${newMessage.of('n')}, changed.id, changed.last_number, changed.version, clock_timestamp()
              from changed, ${newMessage.from('$2')} n),
          reached as (
            update conversation_members cm
               set last_number = changed.last_number, last_at = clock_timestamp(),
                   first_number = case when cm.state = 'left' then changed.last_number else cm.first_number end,
                   read_number = case when cm.member_id = $3 then changed.last_number
                                      when cm.state = 'left' then changed.last_number - 1 else cm.read_number end,
                   state = case when cm.state = 'left' then 'active' else cm.state end
              from changed
             where cm.conversation_id = changed.id and (cm.state in ('active', 'requested') or (cm.state = 'left' and not changed.is_group))
               and ${notBlocked('$3', 'cm.member_id')}
            returning cm.member_id)
     select array(select member_id from reached) as reached`,
    [conversationId, newMessage.record(message), message.author_id],
  ))!.reached;

/** Moves uploads of the author into a message, in the order of `ids`. Returns their number. */
export const attachImages = (tx: Statements, authorId: string, messageId: string, ids: readonly string[]): Promise<number> =>
  tx.run(
    `update message_images mi set message_id = $2, position = chosen.n
       from unnest($3::uuid[]) with ordinality as chosen(id, n) join images i on i.id = chosen.id and i.deleted_at is null
      where mi.image_id = chosen.id and mi.member_id = $1 and mi.message_id is null`,
    [authorId, messageId, ids],
  );

/** Lists the members for whom the conversation exists and who see the viewer in it, the viewer included. */
export const listReached = async (db: Statements, viewerId: string, conversationId: string): Promise<string[]> =>
  (
    await db.rows<{ member_id: string }>(
      `select member_id from conversation_members
        where conversation_id = $2 and state in ('active', 'requested') and ${notBlocked('$1', 'member_id')}`,
      [viewerId, conversationId],
    )
  ).map(({ member_id }) => member_id);

export const lockConversationOf = (tx: Statements, messageId: string): Promise<{ id: string } | undefined> =>
  tx.row('select c.id from messages msg join conversations c on c.id = msg.conversation_id where msg.id = $1 for no key update of c', [
    messageId,
  ]);

/** SQL that gives the conversation of the message `$1` its next version. */
const raise = `update conversations c set version = c.version + 1 from messages target
             where target.id = $1 and c.id = target.conversation_id returning c.version`;

/** Changes nothing if the text stays the same. Returns 1 if it changed. */
export const updateBody = (tx: Statements, id: string, body: string): Promise<number> =>
  tx.run(
    `with raised as (${raise})
     update messages msg set body = $2, edited_at = now(), version = raised.version from raised where msg.id = $1 and msg.body <> $2`,
    [id, body],
  );

/** Returns 0 if the member had chosen the same reaction. */
export const putReaction = (tx: Statements, id: string, memberId: string, reaction: Reaction): Promise<number> =>
  tx.run(
    `insert into message_reactions as mr (message_id, member_id, reaction) values ($1, $2, $3)
     on conflict (message_id, member_id) do update set reaction = excluded.reaction where mr.reaction <> excluded.reaction`,
    [id, memberId, reaction],
  );

export const deleteReaction = (tx: Statements, id: string, memberId: string): Promise<number> =>
  tx.run('delete from message_reactions where message_id = $1 and member_id = $2', [id, memberId]);

export const raiseMessageVersion = (tx: Statements, id: string): Promise<number> =>
  tx.run(`with raised as (${raise}) update messages msg set version = raised.version from raised where msg.id = $1`, [id]);

const emptied = messages.pick('conversation_id', 'author_id');

/**
 * Empties a message of a locked conversation, deletes its reactions and detaches its images, whose ids it returns. Returns nothing if the
 * message was taken back before.
 */
export const emptyMessage = (tx: Statements, id: string): Promise<(Row<typeof emptied> & { image_ids: string[] }) | undefined> =>
  tx.row(
    `with raised as (${raise}),
          emptied as (
            update messages msg set body = '', warning = null, shares = null, photo_id = null, topic_id = null, reply_to_id = null, edited_at = null,
                   taken_back_at = now(), version = raised.version
              from raised where msg.id = $1 and msg.notice is null and msg.taken_back_at is null returning ${emptied.of('msg')}),
          unreacted as (delete from message_reactions r using emptied where r.message_id = $1),
          detached as (update message_images mi set message_id = null from emptied where mi.message_id = $1 returning mi.image_id)
     select emptied.*, array(select image_id from detached) as image_ids from emptied`,
    [id],
  );

interface MessageSearch {
  words: string;
  conversationId: string | null;
  before: string;
  limit: 21 | 51;
}

/** Conversations in one lookup of the index, which checks each match against all of them. */
const together = 50;

/**
 * Lists ids of matching messages before an id, newest first. The index of words contains the conversations' ids, so the cost does not depend
 * on messages of others.
 */
export const listFoundIds = async (
  db: Statements,
  viewerId: string,
  { words, conversationId, before, limit }: MessageSearch,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `with own as materialized (
              select cm.conversation_id, row_number() over () / ${together} as batch from conversation_members cm join conversations c on c.id = cm.conversation_id
               where cm.member_id = $1 and ($3::uuid is null or c.id = $3) and ${conversationShown('$1', 'cm', 'c')}),
            sought as materialized (
              select ('(' || $2 || ') & (' || string_agg('''' || own.conversation_id || '''', ' | ') || ')')::tsquery as words from own group by batch),
            found as materialized (
              select msg.id, msg.conversation_id, msg.number, msg.author_id, msg.notice_member
                from sought join messages msg on msg.search @@ sought.words where msg.id < $4)
       select msg.id from found msg
        cross join lateral (select * from conversation_members cm where cm.conversation_id = msg.conversation_id and cm.member_id = $1 limit 1) cm
        where ${messageShown('$1', 'cm', 'msg')} order by msg.id desc limit ${limit}`,
      [viewerId, words, conversationId, before],
    )
  ).map(({ id }) => id);

const newUpload = messageImages.pick('image_id', 'member_id', 'alt', 'upload_key', 'upload_digest');

export const insertUpload = (tx: Statements, upload: NewRow<typeof newUpload>): Promise<number> =>
  tx.run(`insert into message_images (${newUpload.names}) select ${newUpload.of('n')} from ${newUpload.from('$1')} n`, [
    newUpload.record(upload),
  ]);

export const findUploadByKey = (
  db: Statements,
  memberId: string,
  key: string,
): Promise<{ image_id: string; upload_digest: Buffer | null } | undefined> =>
  db.row(
    `select mi.image_id, mi.upload_digest from message_images mi join images i on i.id = mi.image_id and i.deleted_at is null
      where mi.member_id = $1 and mi.upload_key = $2`,
    [memberId, key],
  );

export const findOwnUpload = (
  db: Statements,
  memberId: string,
  imageId: string,
): Promise<(Row<typeof shownOfImage> & { alt: string }) | undefined> =>
  db.row(
    `select ${shownOfImage.of('i')}, mi.alt from message_images mi join images i on i.id = mi.image_id and i.deleted_at is null
      where mi.member_id = $1 and mi.image_id = $2`,
    [memberId, imageId],
  );

/** Deletes 100 rows of images that are a day old and in no message: never sent, or sent in a message that is gone. */
export const deleteUnsentImages = (tx: Statements): Promise<{ image_id: string }[]> =>
  tx.rows(
    `with old as materialized (
            select image_id from message_images where message_id is null and created_at < now() - interval '24 hours'
             order by created_at limit 100 for update skip locked)
     delete from message_images mi using old where mi.image_id = old.image_id returning mi.image_id`,
  );
