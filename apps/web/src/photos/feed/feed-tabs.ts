import type { QueryClient } from '@tanstack/react-query';
import type { PagedFeed } from './feed-queries.ts';
import { refreshFeed } from './read-feed.ts';

export type FeedTab = PagedFeed | 'trending';

/** Refetches a tab from its first page. On the trending tab, the refresh button shuffles the loaded posts instead. */
export async function refreshTab(client: QueryClient, tab: FeedTab, by: 'button' | 'pull'): Promise<void> {
  if (tab !== 'trending') return refreshFeed(client, tab);
  const { refreshTrending, reorderTrending } = await import('./trending-photos.ts');
  return by === 'pull' ? refreshTrending(client) : reorderTrending(client);
}
