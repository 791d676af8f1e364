import { listPhotos } from '@mbari/contract/photos/feed';
import { listOwnPlaces } from '@mbari/contract/photos/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { labelledPostsKey, ownPlacesKey } from '~/platform/lib/query-keys.ts';

/** The posts with a tag or at a place, newest first. */
export const labelledPosts = (label: { tag: string } | { place: string }) =>
  infiniteQueryOptions({
    queryKey: labelledPostsKey(label),
    queryFn: ({ pageParam, signal }) => call(listPhotos, { query: { ...label, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const ownPlaces = queryOptions({
  queryKey: ownPlacesKey,
  queryFn: async ({ signal }) => (await call(listOwnPlaces, { signal })).data,
  staleTime: 60_000,
  retry: false,
});
