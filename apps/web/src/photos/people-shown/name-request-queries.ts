import { listNameRequests } from '@mbari/contract/photos/people-shown';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { nameRequestsKey } from '~/platform/lib/query-keys.ts';

/** Posts whose authors ask to name the viewer. */
export const nameRequests = infiniteQueryOptions({
  queryKey: nameRequestsKey,
  queryFn: ({ pageParam, signal }) => call(listNameRequests, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  refetchOnMount: 'always',
});
