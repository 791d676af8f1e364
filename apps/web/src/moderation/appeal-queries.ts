import { listAppeals, readDecision } from '@mbari/contract/moderation/appeals';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { appealsKey, decisionKey } from '~/platform/lib/query-keys.ts';

export const decisionById = (id: string) =>
  queryOptions({
    queryKey: decisionKey(id),
    queryFn: async ({ signal }) => (await call(readDecision, { params: { id }, signal })).data,
    staleTime: 0,
  });

/** Appeals that the organiser may resolve, oldest first. */
export const openAppeals = infiniteQueryOptions({
  queryKey: appealsKey,
  queryFn: ({ pageParam, signal }) => call(listAppeals, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
