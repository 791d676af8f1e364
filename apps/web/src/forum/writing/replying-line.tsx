import { list } from '@mbari/words/format';
import * as words from '@mbari/words/presence';
import { useQuery } from '@tanstack/react-query';
import { replyingIn } from './replying-queries.ts';
import './replying-line.css';

/** Further names are only counted. */
const mostNamed = 2;

/** An overlay, so that it causes no layout shift. */
export function ReplyingLine({ topicId }: { topicId: string }) {
  const { data: members = [] } = useQuery(replyingIn(topicId));
  if (members.length === 0) return null;
  const names = list(members.slice(0, mostNamed).map(({ name }) => name.split(' ', 1).join('')));
  return (
    <p className="replying-line">
      <span className="replying-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="truncate">
        {members.length > mostNamed ? words.manyReplying({ count: members.length }) : words.replying({ count: members.length, names })}
      </span>
    </p>
  );
}
