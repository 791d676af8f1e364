import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { messages } from '../table.ts';

const changed = messages.pick('id', 'conversation_id', 'author_id');

/**
 * Empties a message, deletes its reactions and detaches its images. Returns the ids of the images and of the members
 * who see the conversation. Returns nothing if it was taken back
 * before, or `$2` is not its author.
 */
export const emptyMessage = (
  tx: Statements,
  id: string,
  authorId: string | null,
): Promise<(Row<typeof changed> & { image_ids: string[]; reader_ids: string[] }) | undefined> =>
  tx.row(
    `with raised as (
            update conversations c set version = c.version + 1 from messages target
             where target.id = $1 and target.notice is null and target.taken_back_at is null and ($2::uuid is null or target.author_id = $2)
               and c.id = target.conversation_id returning c.id, c.version),
          emptied as (
            update messages msg set body = '', warning = null, shares = null, photo_id = null, topic_id = null, reply_to_id = null, edited_at = null,
                   taken_back_at = now(), version = raised.version
              from raised where msg.id = $1 and msg.taken_back_at is null returning ${changed.of('msg')}),
          unreacted as (delete from message_reactions r using emptied where r.message_id = emptied.id),
          detached as (
            update message_images mi set message_id = null from emptied where mi.message_id = emptied.id returning mi.image_id)
     select emptied.*, array(select image_id from detached) as image_ids,
            array(select cm.member_id from conversation_members cm
                   where cm.conversation_id = emptied.conversation_id and cm.state in ('active', 'requested')) as reader_ids
       from emptied`,
    [id, authorId],
  );
