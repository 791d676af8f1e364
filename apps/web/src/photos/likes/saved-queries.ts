import { listSavedPosts } from '@mbari/contract/feed';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { savedPostsKey } from '~/platform/lib/query-keys.ts';

/** The viewer's saved posts, saved last first. */
export const savedPosts = infiniteQueryOptions({
  queryKey: savedPostsKey,
  queryFn: ({ pageParam, signal }) => call(listSavedPosts, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
});
