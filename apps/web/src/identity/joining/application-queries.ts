import { listApplications, readOwnApplication } from '@mbari/contract/applications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { applicationsKey, ownApplicationKey } from '~/platform/lib/query-keys.ts';

/** How often somebody who waits is told whether they are let in, in milliseconds. */
const asksEvery = 30_000;

/** What the visitor is asked, and what became of it. Nobody has one who was let in. */
export const ownApplication = queryOptions({
  queryKey: ownApplicationKey,
  queryFn: async ({ signal }) => (await call(readOwnApplication, { signal })).data,
  refetchInterval: asksEvery,
  refetchOnWindowFocus: 'always',
  retry: false,
  staleTime: 0,
});

/** Who asks to join, oldest first. */
export const openApplications = infiniteQueryOptions({
  queryKey: applicationsKey,
  queryFn: ({ pageParam, signal }) => call(listApplications, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
