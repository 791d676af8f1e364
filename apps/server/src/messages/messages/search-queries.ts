import type { Statements } from '../../platform/db/database.ts';
import { conversationShown, messageShown } from '../../platform/visibility/messages.ts';

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
