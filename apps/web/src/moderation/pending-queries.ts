import { listOwnPending, listPending } from '@mbari/contract/moderation/pending-posts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pendingKey, ownPendingKey } from '~/platform/lib/query-keys.ts';

/** Pending and declined posts of the viewer, newest first. */
export const ownPending = infiniteQueryOptions({
  queryKey: ownPendingKey,
  queryFn: ({ pageParam, signal }) => call(listOwnPending, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});

/** All pending posts, oldest first. */
export const openPending = infiniteQueryOptions({
  queryKey: pendingKey,
  queryFn: ({ pageParam, signal }) => call(listPending, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
