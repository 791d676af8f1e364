import { listHeld, listOwnHeld } from '@mbari/contract/held';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { heldKey, ownHeldKey } from '~/lib/query-keys.ts';

/** What of the visitor's own waits for an organiser, or was declined; newest first. */
export const ownHeld = infiniteQueryOptions({
  queryKey: ownHeldKey,
  queryFn: ({ pageParam, signal }) => call(listOwnHeld, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});

/** What organisers decide about, oldest first. */
export const openHeld = infiniteQueryOptions({
  queryKey: heldKey,
  queryFn: ({ pageParam, signal }) => call(listHeld, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});
