import type { QueryClient } from '@tanstack/react-query';
import type { PagedFeed } from './feed-queries.ts';
import { refreshFeed } from './read-feed.ts';

export type FeedTab = PagedFeed | 'trending';

/** Loads a tab again from its first page. */
export async function refreshTab(client: QueryClient, tab: FeedTab): Promise<void> {
  if (tab !== 'trending') return refreshFeed(client, tab);
  const { refreshTrending } = await import('~/features/trending/trending-photos.ts');
  return refreshTrending(client);
}
