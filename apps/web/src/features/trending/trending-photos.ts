import { listTrending } from '@mbari/contract/feed';
import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { trendingKey, trendingNowKey } from '~/lib/query-keys.ts';
import { orderTrending, type TrendingOrder } from './trending-order.ts';

interface TrendingPhotos {
  /** All that were loaded, in their order. */
  photos: readonly Photo[];
  /** How many of them are shown. */
  shown: number;
  /** When their order was made, in milliseconds. */
  orderedAt: number;
}

/** The trending posts, loaded whole. Their order is made here and kept, so that it is the same after going back. */
export const trendingPhotos = queryOptions({
  queryKey: trendingKey,
  queryFn: async ({ signal }): Promise<TrendingPhotos> => {
    const { data } = await call(listTrending, { signal });
    return arrange(data, keptOrder() ?? newOrder());
  },
  staleTime: Number.POSITIVE_INFINITY,
  // A page that stays open gets another order when the kept one is too old.
  refetchInterval: ({ state }) =>
    state.data === undefined ? false : Math.max(1_000, state.data.orderedAt + limits.feedOrderKept + 1_000 - Date.now()),
  // … and one in the background, which asks for nothing, when it is looked at again.
  refetchOnWindowFocus: ({ state }) =>
    state.data !== undefined && Date.now() - state.data.orderedAt > limits.feedOrderKept ? 'always' : false,
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

/** Loads the posts again, in a new order. */
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

interface KeptOrder extends TrendingOrder {
  shown: number;
}

const key = 'mbari_feed_order';

function arrange(data: readonly Photo[], order: KeptOrder): TrendingPhotos {
  const photos = orderTrending(data, order);
  keepOrder({ ...order, ids: photos.map(({ id }) => id) });
  return { photos, shown: order.shown, orderedAt: order.at };
}

const newOrder = (): KeptOrder => ({ seed: Math.floor(Math.random() * 2 ** 32), at: Date.now(), ids: [], shown: limits.perPage });

/** The order kept in this tab, unless it is too old. */
function keptOrder(): KeptOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptOrder | null;
    if (kept !== null && Array.isArray(kept.ids) && Date.now() - kept.at <= limits.feedOrderKept) return kept;
    sessionStorage.removeItem(key);
  } catch {
    // Unreadable, or storage is blocked: there is no order.
  }
  return null;
}

function keepOrder(order: KeptOrder): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(order));
  } catch {
    // Storage is blocked: the order lasts as long as the page.
  }
}
