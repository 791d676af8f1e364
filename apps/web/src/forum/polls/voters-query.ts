import { listPollVoters } from '@mbari/contract/forum-polls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pollVotersKey } from '~/platform/lib/query-keys.ts';
import type { PostOfPoll } from './post-of-poll.ts';

export const votersOf = (post: PostOfPoll, choiceId: string) =>
  infiniteQueryOptions({
    queryKey: pollVotersKey(choiceId),
    queryFn: ({ pageParam, signal }) =>
      call(listPollVoters, {
        params: { id: post.topic_id, postId: post.id },
        query: { choice: choiceId, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
