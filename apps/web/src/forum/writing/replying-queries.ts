import { listReplying } from '@mbari/contract/events';
import * as limits from '@mbari/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { replyingKey } from '~/platform/lib/query-keys.ts';

/** Events report changes; polling detects lost connections. */
export const replyingIn = (topicId: string) =>
  queryOptions({
    queryKey: replyingKey(topicId),
    queryFn: async ({ signal }) => (await call(listReplying, { params: { id: topicId }, signal })).data,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && limits.replyingFor,
    refetchIntervalInBackground: false,
  });
