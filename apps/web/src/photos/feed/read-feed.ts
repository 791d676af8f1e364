import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { feedOf, fetchPage, type Page, type PagedFeed } from './feed-queries.ts';

type List = InfiniteData<Page>;

/** The first page of a feed as it is on the server now. */
export const readNewest = (feed: PagedFeed): Promise<Page> => fetchPage(feed, null);

/** Replaces a feed by its newest page. */
export async function refreshFeed(client: QueryClient, feed: PagedFeed): Promise<void> {
  const page = await readNewest(feed);
  await changeFeed(client, feed, () => ({ pages: [page], pageParams: [null] }));
}

/** Changes the cached feed. A response that is on its way is dropped. */
export async function changeFeed(client: QueryClient, feed: PagedFeed, change: (list: List | undefined) => List): Promise<void> {
  const { queryKey } = feedOf(feed);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, change);
}

/** How many pages of a feed are cached. */
export const pagesRead = (client: QueryClient, feed: PagedFeed): number | undefined =>
  client.getQueryData(feedOf(feed).queryKey)?.pages.length;
