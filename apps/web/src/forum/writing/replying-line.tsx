import { listReplying } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import { list } from '@mbari/words/format';
import * as words from '@mbari/words/presence';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { replyingKey } from '~/platform/lib/query-keys.ts';
import './replying-line.css';

/** Above this number, members are only counted. */
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

/** Events report changes. Polling removes members if an event was lost. */
const replyingIn = (topicId: string) =>
  queryOptions({
    queryKey: replyingKey(topicId),
    queryFn: async ({ signal }) => (await call(listReplying, { params: { id: topicId }, signal })).data,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && limits.typingTimeout,
    refetchIntervalInBackground: false,
  });
