import { listPhotos } from '@mbari/contract/photos/feed';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { feedOf } from '~/photos/feed/feed-queries.ts';
import { call } from '~/platform/lib/call.ts';
import { foundPostsKey } from '~/platform/lib/query-keys.ts';

/** Filters of a photo search; '' does not filter. */
export interface Filters {
  words: string;
  /** Slug of the category. */
  category: string;
}

export const isEverything = ({ words, category }: Filters): boolean => words === '' && category === '';

/** The matching posts, newest first. Without filters, this is the feed, which may be cached. */
export const photoSearch = (filters: Filters): ReturnType<typeof feedOf> =>
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

/** Removes results older than a minute, so that a repeated search refetches. Going back uses the cached results. */
export const removeOldResults = (client: QueryClient, filters: Filters): void =>
  client.removeQueries({
    queryKey: foundPostsKey(filters),
    type: 'inactive',
    predicate: ({ state }) => Date.now() - state.dataUpdatedAt > 60_000,
  });
