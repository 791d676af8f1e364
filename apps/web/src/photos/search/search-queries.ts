import { listPhotos } from '@mbari/contract/feed';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { feedOf } from '~/photos/feed/feed-queries.ts';
import { call } from '~/platform/lib/call.ts';
import { foundPostsKey } from '~/platform/lib/query-keys.ts';

/** What is searched for; '' stands for everything. */
export interface Filters {
  words: string;
  /** The category's slug. */
  category: string;
}

export const isEverything = ({ words, category }: Filters): boolean => words === '' && category === '';

/** The posts found, newest first, page by page. Without filters they are the feed, which may be loaded already. */
export const foundPhotos = (filters: Filters): ReturnType<typeof feedOf> =>
  isEverything(filters)
    ? feedOf('latest')
    : infiniteQueryOptions({ ...feedOf('latest'), queryKey: foundPostsKey(filters), queryFn: findPosts(filters) });

const findPosts =
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

/** Removes results older than a minute, so that the same search asks again. Going back shows what was found. */
export const removeOldResults = (client: QueryClient, filters: Filters): void =>
  client.removeQueries({
    queryKey: foundPostsKey(filters),
    type: 'inactive',
    predicate: ({ state }) => Date.now() - state.dataUpdatedAt > 60_000,
  });
