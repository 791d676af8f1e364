import { listTrending } from '@mbari/contract/discovery';
import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { trendingKey, trendingNowKey } from '~/lib/query-keys.ts';
import { orderTrending, type TrendingOrder } from './trending-order.ts';

interface TrendingPhotos {
  /** All that were fetched, in their order. */
  photos: readonly Photo[];
  /** How many of them hang on the wall. */
  shown: number;
}

/** The posts that are talked about, fetched once: the order is given here, and kept, so that going back shuffles nothing. */
export const trendingPhotos = queryOptions({
  queryKey: trendingKey,
  queryFn: async ({ signal }): Promise<TrendingPhotos> => {
    const { data } = await call(listTrending, { signal });
    return arrange(data, keptOrder() ?? newOrder());
  },
  staleTime: Number.POSITIVE_INFINITY,
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

/** Asks anew and shuffles anew. */
export async function refreshTrending(client: QueryClient): Promise<void> {
  const { data } = await call(listTrending);
  await client.cancelQueries({ queryKey: trendingPhotos.queryKey });
  client.setQueryData(trendingPhotos.queryKey, arrange(data, newOrder()));
}

/** Hangs the next ones of those that were fetched. */
export function showMoreTrending(client: QueryClient): void {
  client.setQueryData(trendingPhotos.queryKey, (kept) => {
    if (kept === undefined) return kept;
    const shown = kept.shown + limits.perPage;
    keepOrder({ ...(keptOrder() ?? newOrder()), ids: kept.photos.map(({ id }) => id), shown });
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
  return { photos, shown: order.shown };
}

const newOrder = (): KeptOrder => ({ seed: Math.floor(Math.random() * 2 ** 32), at: Date.now(), ids: [], shown: limits.perPage });

/** The order of this browser session, unless it is too old. */
function keptOrder(): KeptOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptOrder | null;
    if (kept !== null && Array.isArray(kept.ids) && Date.now() - kept.at <= limits.feedOrderKept) return kept;
    sessionStorage.removeItem(key);
  } catch {
    // Not ours, or storage is shut: as if there were none.
  }
  return null;
}

function keepOrder(order: KeptOrder): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(order));
  } catch {
    // Storage is shut: the order holds as long as the page.
  }
}
