import type { Reaction } from '@mbari/contract/messages/messages';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { messages } from '../table.ts';

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

export const raiseVersion = (tx: Statements, id: string): Promise<number> =>
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
