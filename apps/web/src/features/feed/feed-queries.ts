import { listPhotos } from '@mbari/contract/photos';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { takeEarlyPosts } from '~/lib/early-posts.ts';
import { feedKey } from '~/lib/query-keys.ts';

/** The lists that go on page after page. Trending is one list, in an order of its own: see trending-photos.ts. */
export type PagedFeed = 'latest' | 'following';

export const fetchPage = (feed: PagedFeed, cursor: string | null, signal?: AbortSignal) =>
  call(listPhotos, {
    query: { ...(cursor !== null && { cursor }), ...(feed === 'following' && { feed }) },
    ...(signal && { signal }),
  });
export type Page = Awaited<ReturnType<typeof fetchPage>>;

/** The newest posts, of all or of those the viewer follows, page by page. By cursor: nothing is doubled or missed while others post. */
export const feedOf = (feed: PagedFeed) =>
  infiniteQueryOptions({
    queryKey: feedKey(feed),
    queryFn: async ({ pageParam, signal }) =>
      (feed === 'latest' && pageParam === null && (await takeEarlyPosts<Page>())) || fetchPage(feed, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Read anew when asked to, never under the reader's eyes; likes and posts of one's own are written into it.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks for the first page of the feed before the page that shows it has been loaded. */
export const startFeed = (client: QueryClient): Promise<void> => client.prefetchInfiniteQuery(feedOf('latest'));
