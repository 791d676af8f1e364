import type { QueryClient } from '@tanstack/react-query';
import type { PagedFeed } from './feed-queries.ts';
import { refreshFeed } from './read-feed.ts';

export type FeedTab = PagedFeed | 'trending';

/** Fetches a tab again from its first page. The button only shuffles the trending posts that are loaded. */
export async function refreshTab(client: QueryClient, tab: FeedTab, by: 'button' | 'pull'): Promise<void> {
  if (tab !== 'trending') return refreshFeed(client, tab);
  const { refreshTrending, reorderTrending } = await import('~/features/trending/trending-photos.ts');
  return by === 'pull' ? refreshTrending(client) : reorderTrending(client);
}
