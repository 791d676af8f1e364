import { listPhotos } from '@mbari/contract/photos/feed';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { feedKey } from '~/platform/lib/feed-key.ts';

/** Feeds loaded page by page. Trending is loaded whole: see trending-photos.ts. */
export type PagedFeed = 'latest' | 'following';

export const fetchPage = (feed: PagedFeed, cursor: string | null, signal?: AbortSignal) =>
  call(listPhotos, {
    query: { ...(cursor !== null && { cursor }), ...(feed === 'following' && { feed }) },
    ...(signal && { signal }),
  });
export type Page = Awaited<ReturnType<typeof fetchPage>>;

/** The newest posts of all members, or of followed members, paged by cursor. */
export const feedOf = (feed: PagedFeed) =>
  infiniteQueryOptions({
    queryKey: feedKey(feed),
    queryFn: ({ pageParam, signal }) => fetchPage(feed, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Refetched only on demand. The viewer's own likes and posts are written into the cache.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const startFeed = (client: QueryClient): Promise<void> => client.prefetchInfiniteQuery(feedOf('latest'));
