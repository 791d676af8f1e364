import { listTrending } from '@mbari/contract/photos/feed';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { trendingKey, trendingNowKey } from '~/platform/lib/query-keys.ts';
import { seeded } from './seeded.ts';
import { writeStoredOrder, type StoredOrder, readStoredOrder } from './stored-order.ts';

interface TrendingPhotos {
  photos: readonly Photo[];
  shown: number;
  /** Time at which the posts were shuffled, in milliseconds. */
  orderedAt: number;
  /** Time of the response, in milliseconds. */
  fetchedAt: number;
}

/** Time at which the posts or their order expire. */
const expiryOf = ({ orderedAt, fetchedAt }: TrendingPhotos): number => Math.min(orderedAt, fetchedAt) + limits.trendingOrderTtl;

/** The trending posts, loaded whole. The client orders them and stores the order, so that going back restores it. */
export const trendingPhotos = queryOptions({
  queryKey: trendingKey,
  queryFn: async ({ signal }): Promise<TrendingPhotos> => {
    const { data } = await call(listTrending, { signal });
    return arrange(data, readStoredOrder() ?? newOrder());
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Reorders on a page that stays open when the order expires.
  refetchInterval: ({ state }) => (state.data === undefined ? false : Math.max(1_000, expiryOf(state.data) + 1_000 - Date.now())),
  // Background tabs do not poll, so check when the window gets the focus.
  refetchOnWindowFocus: ({ state }) => (state.data !== undefined && Date.now() > expiryOf(state.data) ? 'always' : false),
});

/** The trending posts on the search page. Their shuffled order changes every 360 minutes. */
export const trendingNow = queryOptions({
  queryKey: trendingNowKey,
  queryFn: async ({ signal }) => {
    const { data } = await call(listTrending, { query: { limit: String(limits.trendingOnDiscover) }, signal });
    return orderTrending(data, { seed: Math.floor(Date.now() / limits.trendingOrderTtl), ids: [] });
  },
  staleTime: 5 * 60_000,
});

export const startTrendingNow = (client: QueryClient): Promise<void> => client.prefetchQuery(trendingNow);

/** Shuffles the loaded posts. Fetches them if they are missing or older than 360 minutes. */
export async function reorderTrending(client: QueryClient): Promise<void> {
  const trending = client.getQueryData(trendingPhotos.queryKey);
  if (trending === undefined || Date.now() - trending.fetchedAt > limits.trendingOrderTtl) return refreshTrending(client);
  const { photos, fetchedAt } = trending;
  client.setQueryData(trendingPhotos.queryKey, { ...arrange(photos, newOrder()), fetchedAt });
}

export async function refreshTrending(client: QueryClient): Promise<void> {
  const { data } = await call(listTrending);
  await client.cancelQueries({ queryKey: trendingPhotos.queryKey });
  client.setQueryData(trendingPhotos.queryKey, arrange(data, newOrder()));
}

export function showMoreTrending(client: QueryClient): void {
  client.setQueryData(trendingPhotos.queryKey, (cachedPage) => {
    if (cachedPage === undefined) return cachedPage;
    const shown = cachedPage.shown + limits.perPage;
    // Ignores an order that has expired.
    const order = readStoredOrder();
    if (order !== null) writeStoredOrder({ ...order, ids: cachedPage.photos.map(({ id }) => id), shown });
    return { ...cachedPage, shown };
  });
}

/** Applies an order: drops missing posts and appends new ones, shuffled. */
export function orderTrending(photos: readonly Photo[], { seed, ids }: Pick<StoredOrder, 'seed' | 'ids'>): Photo[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const ordered = photos.filter(({ id }) => positions.has(id)).sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
  return [
    ...ordered,
    ...shuffled(
      photos.filter(({ id }) => !positions.has(id)),
      seed,
    ),
  ];
}

function arrange(data: readonly Photo[], order: StoredOrder): TrendingPhotos {
  const photos = orderTrending(data, order);
  writeStoredOrder({ ...order, ids: photos.map(({ id }) => id) });
  return { photos, shown: order.shown, orderedAt: order.at, fetchedAt: Date.now() };
}

const newOrder = (): StoredOrder => ({ seed: Math.floor(Math.random() * 2 ** 32), at: Date.now(), ids: [], shown: limits.perPage });

/** Sorts by likes, comments and a seeded random part, highest first. */
function shuffled(photos: readonly Photo[], seed: number): Photo[] {
  const random = seeded(seed);
  return photos
    .map((photo) => ({
      photo,
      weight: photo.likes_count * limits.trendingLike + photo.comments_count * limits.trendingComment + random() * limits.trendingRandom,
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ photo }) => photo);
}
