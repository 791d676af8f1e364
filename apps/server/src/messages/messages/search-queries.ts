import type { Statements } from '../../platform/db/database.ts';
import { conversationShown, messageShown } from '../../platform/visibility/messages.ts';

interface MessageSearch {
  words: string;
  conversationId: string | null;
  before: string;
  limit: 21 | 51;
}

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
              select cm.conversation_id, cm.member_id, cm.first_number from conversation_members cm join conversations c on c.id = cm.conversation_id
               where cm.member_id = $1 and ($3::uuid is null or c.id = $3) and ${conversationShown('$1', 'cm', 'c')}),
            found as materialized (
              select msg.id, msg.conversation_id, msg.number, msg.author_id, msg.notice_member from messages msg
               where msg.search @@ (select '(' || $2 || ') & (' || string_agg('''' || own.conversation_id || '''', ' | ') || ')' from own)::tsquery)
       select msg.id from found msg join own cm on cm.conversation_id = msg.conversation_id
        where msg.id < $4 and ${messageShown('$1', 'cm', 'msg')} order by msg.id desc limit ${limit}`,
      [viewerId, words, conversationId, before],
    )
  ).map(({ id }) => id);
