import { listApplications, readOwnApplication } from '@mbari/contract/identity/applications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { applicationsKey, ownApplicationKey } from '~/platform/lib/query-keys.ts';

/** Milliseconds between two polls of a waiting applicant. */
const pollIntervalMs = 30_000;

/** The visitor's application: question, answer, state. Approved members have none. */
export const ownApplication = queryOptions({
  queryKey: ownApplicationKey,
  queryFn: async ({ signal }) => (await call(readOwnApplication, { signal })).data,
  refetchInterval: pollIntervalMs,
  refetchOnWindowFocus: 'always',
  retry: false,
  staleTime: 0,
});

export const openApplications = infiniteQueryOptions({
  queryKey: applicationsKey,
  queryFn: ({ pageParam, signal }) => call(listApplications, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
