import { conversationMembers, conversations, messageReactions, messages } from '../../messages/table.ts';
import type { Row } from '../../platform/db/table.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { conversationShown } from '../../platform/visibility/messages.ts';
import type { OwnUpload } from './forum-queries.ts';
import { idAfter, type ReadPage } from './queries.ts';

const conversation = conversations.pick('id', 'is_group', 'title', 'retention_days');
const membership = conversationMembers.pick('state', 'joined_at', 'read_number', 'is_muted', 'pinned_at');

/** Leaves out conversations that were left, and hidden members. */
export const listOwnConversations: ReadPage<Row<typeof conversation> & Row<typeof membership> & { members: string[] }> = (
  db,
  memberId,
  cursor,
) =>
  db.rows(
    `select c.id as key, ${conversation.of('c')}, ${membership.of('cm')},
            array(select m.username from conversation_members other join members m on m.id = other.member_id and ${memberVisible('$1', 'm')}
                   where other.conversation_id = c.id and other.member_id <> $1 and other.state <> 'left' order by other.joined_at, m.id) as members
       from conversation_members cm join conversations c on c.id = cm.conversation_id and ${conversationShown('$1', 'cm', 'c')}
      where cm.member_id = $1 and c.id > ${idAfter} order by c.id limit 200`,
    [memberId, cursor],
  );

const message = messages.pick(
  'id',
  'conversation_id',
  'number',
  'body',
  'notice',
  'notice_title',
  'notice_days',
  'reply_to_id',
  'photo_id',
  'topic_id',
  'warning',
  'created_at',
  'edited_at',
  'taken_back_at',
);

export interface OwnMessage extends Row<typeof message> {
  images: { id: string; alt: string }[];
}

export const listOwnMessages: ReadPage<OwnMessage> = (db, memberId, cursor) =>
  db.rows(
    `select msg.id as key, ${message.of('msg')},
            (select coalesce(jsonb_agg(jsonb_build_object('id', mi.image_id, 'alt', mi.alt) order by mi.position), '[]')
               from message_images mi where mi.message_id = msg.id) as images
       from messages msg where msg.author_id = $1 and msg.id > ${idAfter} order by msg.id limit 200`,
    [memberId, cursor],
  );

/** Images that the member has not sent. */
export const listOwnUnsentImages: ReadPage<OwnUpload> = (db, memberId, cursor) =>
  db.rows(
    `select mi.image_id as key, mi.image_id as id, mi.alt, mi.created_at from message_images mi
      where mi.member_id = $1 and mi.message_id is null and mi.image_id > ${idAfter} order by mi.image_id limit 200`,
    [memberId, cursor],
  );

const reaction = messageReactions.pick('message_id', 'reaction');

export const listOwnReactions: ReadPage<Row<typeof reaction>> = (db, memberId, cursor) =>
  db.rows(
    `select message_id as key, ${reaction.names} from message_reactions
      where member_id = $1 and message_id > ${idAfter} order by message_id limit 500`,
    [memberId, cursor],
  );
