import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { feedOf, fetchPage, type Page, type PagedFeed } from './feed-queries.ts';

type List = InfiniteData<Page>;

export const readNewest = (feed: PagedFeed): Promise<Page> => fetchPage(feed, null);

/** Replaces a cached feed by its newest page. */
export async function refreshFeed(client: QueryClient, feed: PagedFeed): Promise<void> {
  const page = await readNewest(feed);
  await changeFeed(client, feed, () => ({ pages: [page], pageParams: [null] }));
}

/** Updates the cached feed and cancels pending requests. */
export async function changeFeed(client: QueryClient, feed: PagedFeed, change: (list: List | undefined) => List): Promise<void> {
  const { queryKey } = feedOf(feed);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, change);
}

export const pagesRead = (client: QueryClient, feed: PagedFeed): number | undefined =>
  client.getQueryData(feedOf(feed).queryKey)?.pages.length;
