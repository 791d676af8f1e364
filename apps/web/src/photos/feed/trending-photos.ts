import { listTrending } from '@mbari/contract/feed';
import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { trendingKey, trendingNowKey } from '~/platform/lib/query-keys.ts';
import { keepOrder, type KeptOrder, keptOrder } from './kept-order.ts';
import { orderTrending } from './trending-order.ts';

interface TrendingPhotos {
  /** All that were loaded, in their order. */
  photos: readonly Photo[];
  /** How many of them are shown. */
  shown: number;
  /** When their order was made, in milliseconds. */
  orderedAt: number;
  /** When the server sent them, in milliseconds. */
  fetchedAt: number;
}

/** When the posts or their order are too old. */
const expiryOf = ({ orderedAt, fetchedAt }: TrendingPhotos): number => Math.min(orderedAt, fetchedAt) + limits.feedOrderKept;

/** The trending posts, loaded whole. Their order is made here and kept, so that it is the same after going back. */
export const trendingPhotos = queryOptions({
  queryKey: trendingKey,
  queryFn: async ({ signal }): Promise<TrendingPhotos> => {
    const { data } = await call(listTrending, { signal });
    return arrange(data, keptOrder() ?? newOrder());
  },
  staleTime: Number.POSITIVE_INFINITY,
  // A page that stays open gets another order when the kept one is too old.
  refetchInterval: ({ state }) => (state.data === undefined ? false : Math.max(1_000, expiryOf(state.data) + 1_000 - Date.now())),
  // … and one in the background, which asks for nothing, when it is looked at again.
  refetchOnWindowFocus: ({ state }) => (state.data !== undefined && Date.now() > expiryOf(state.data) ? 'always' : false),
});

/** The few trending posts on the search page. Their order has some chance in it, too, and lasts as long as the feed's. */
export const trendingNow = queryOptions({
  queryKey: trendingNowKey,
  queryFn: async ({ signal }) => {
    const { data } = await call(listTrending, { query: { limit: String(limits.trendingOnDiscover) }, signal });
    return orderTrending(data, { seed: Math.floor(Date.now() / limits.feedOrderKept), ids: [] });
  },
  staleTime: 5 * 60_000,
});

/** Requests them while the code of their screen is still loading. */
export const startTrendingNow = (client: QueryClient): Promise<void> => client.prefetchQuery(trendingNow);

/** Shuffles the loaded posts. Fetches them only once they are older than 360 minutes, or were never loaded. */
export async function reorderTrending(client: QueryClient): Promise<void> {
  const trending = client.getQueryData(trendingPhotos.queryKey);
  if (trending === undefined || Date.now() - trending.fetchedAt > limits.feedOrderKept) return refreshTrending(client);
  const { photos, fetchedAt } = trending;
  client.setQueryData(trendingPhotos.queryKey, { ...arrange(photos, newOrder()), fetchedAt });
}

/** Fetches the posts and shuffles them. */
export async function refreshTrending(client: QueryClient): Promise<void> {
  const { data } = await call(listTrending);
  await client.cancelQueries({ queryKey: trendingPhotos.queryKey });
  client.setQueryData(trendingPhotos.queryKey, arrange(data, newOrder()));
}

/** Shows the next of the loaded posts. */
export function showMoreTrending(client: QueryClient): void {
  client.setQueryData(trendingPhotos.queryKey, (kept) => {
    if (kept === undefined) return kept;
    const shown = kept.shown + limits.perPage;
    // One that is too old by now is about to be made anew.
    const order = keptOrder();
    if (order !== null) keepOrder({ ...order, ids: kept.photos.map(({ id }) => id), shown });
    return { ...kept, shown };
  });
}

function arrange(data: readonly Photo[], order: KeptOrder): TrendingPhotos {
  const photos = orderTrending(data, order);
  keepOrder({ ...order, ids: photos.map(({ id }) => id) });
  return { photos, shown: order.shown, orderedAt: order.at, fetchedAt: Date.now() };
}

const newOrder = (): KeptOrder => ({ seed: Math.floor(Math.random() * 2 ** 32), at: Date.now(), ids: [], shown: limits.perPage });
