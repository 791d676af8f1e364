import { number } from '@mbari/words/format';
import * as words from '@mbari/words/unread-messages';
import { useQuery } from '@tanstack/react-query';
import { conversationCounts } from './count-queries.ts';

const maximum = 99;

/** Number of unread conversations in the link to them. */
export function UnreadMessages() {
  const count = useQuery(conversationCounts).data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <>
      <span className="unread-messages" aria-hidden="true">
        {count > maximum ? words.moreThan({ count: maximum }) : number(count)}
      </span>
      <span className="sr-only">{words.unread({ count })}</span>
    </>
  );
}
