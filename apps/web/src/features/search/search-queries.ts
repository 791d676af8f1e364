import { listTrending } from '@mbari/contract/discovery';
import * as limits from '@mbari/contract/limits';
import { listPhotos } from '@mbari/contract/photos';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { orderTrending } from '~/features/feed/trending-order.ts';
import { feedOf } from '~/features/feed/feed-queries.ts';
import { call } from '~/lib/call.ts';
import { foundPostsKey, trendingNowKey } from '~/lib/query-keys.ts';

/** What is looked for; '' where it is everything. */
export interface Filters {
  words: string;
  /** The category's slug. */
  category: string;
}

export const isEverything = ({ words, category }: Filters): boolean => words === '' && category === '';

/** The posts that fit, newest first, page by page. All of them are the feed, which may be here already. */
export const foundPhotos = (filters: Filters): ReturnType<typeof feedOf> =>
  isEverything(filters)
    ? feedOf('latest')
    : infiniteQueryOptions({ ...feedOf('latest'), queryKey: foundPostsKey(filters), queryFn: finding(filters) });

const finding =
  ({ words, category }: Filters) =>
  ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listPhotos, {
      query: {
        ...(words !== '' && { search: words }),
        ...(category !== '' && { category }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    });

/** What was found more than a minute ago is looked for anew when it is asked for again. Going back asks for nothing. */
export const forgetOld = (client: QueryClient, filters: Filters): void =>
  client.removeQueries({
    queryKey: foundPostsKey(filters),
    type: 'inactive',
    predicate: ({ state }) => Date.now() - state.dataUpdatedAt > 60_000,
  });

/** A small wall of what is talked about. Its order, too, leaves something to chance, and holds as long as the feed's. */
export const trendingNow = queryOptions({
  queryKey: trendingNowKey,
  queryFn: async ({ signal }) => {
    const { data } = await call(listTrending, { query: { limit: String(limits.trendingOnDiscover) }, signal });
    return orderTrending(data, { seed: Math.floor(Date.now() / limits.feedOrderKept), ids: [] });
  },
  staleTime: 5 * 60_000,
});
