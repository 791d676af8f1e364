import { listCategories } from '@mbari/contract/categories';
import { listPhotos, readPhoto } from '@mbari/contract/photos';
import type { Photo } from '@mbari/contract/shapes/photos';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { takeEarlyPosts } from '~/lib/early-posts.ts';

/** The lists that go on page after page. Trending is one list, in an order of its own: see trending-photos.ts. */
export type PagedFeed = 'latest' | 'following';

const fetchPage = (feed: PagedFeed, cursor: string | null, signal?: AbortSignal) =>
  call(listPhotos, {
    query: { ...(cursor !== null && { cursor }), ...(feed === 'following' && { feed }) },
    ...(signal && { signal }),
  });
type Page = Awaited<ReturnType<typeof fetchPage>>;

/** The newest posts, of all or of those the viewer follows, page by page. By cursor: nothing is doubled or missed while others post. */
export const feedOf = (feed: PagedFeed) =>
  infiniteQueryOptions({
    queryKey: ['photos', feed],
    queryFn: async ({ pageParam, signal }) =>
      (feed === 'latest' && pageParam === null && (await takeEarlyPosts<Page>())) || fetchPage(feed, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Read anew when asked to, never under the reader's eyes; likes and posts of one's own are written into it.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Every post of a list once, in its order. */
export const photosOf = (list: InfiniteData<Page> | undefined): Photo[] => [
  ...new Map(list?.pages.flatMap(({ data }) => data).map((photo) => [photo.id, photo])).values(),
];

export const photoById = (id: string) =>
  queryOptions({
    queryKey: ['photo', id],
    queryFn: async ({ signal }) => (await call(readPhoto, { params: { id }, signal })).data,
  });

export const categories = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await call(listCategories, { signal })).data,
  staleTime: 5 * 60_000,
});

/** Asks for the first page of the feed before the page that shows it has been loaded. */
export const startFeed = (client: QueryClient): Promise<void> => client.prefetchInfiniteQuery(feedOf('latest'));

/** The first page of a feed as it is now, whatever was loaded of it. */
export const readNewest = (feed: PagedFeed): Promise<Page> => fetchPage(feed, null);

/** Reads a feed anew from its top, as long as one page. */
export async function refreshFeed(client: QueryClient, feed: PagedFeed): Promise<void> {
  const page = await readNewest(feed);
  await client.cancelQueries({ queryKey: feedOf(feed).queryKey });
  client.setQueryData(feedOf(feed).queryKey, { pages: [page], pageParams: [null] });
}

/** Lays a new post on top of the feed at once. */
export function addToFeed(client: QueryClient, photo: Photo): void {
  client.setQueryData(photoById(photo.id).queryKey, photo);
  client.setQueryData(feedOf('latest').queryKey, (feed: InfiniteData<Page> | undefined) => {
    const [first, ...rest] = feed?.pages ?? [];
    if (feed === undefined || first === undefined) return feed;
    return { ...feed, pages: [{ ...first, data: [photo, ...first.data.filter(({ id }) => id !== photo.id)] }, ...rest] };
  });
}

export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;
