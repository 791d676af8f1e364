import { listPhotos } from '@mbari/contract/photos/feed';
import type { Photo } from '@mbari/contract/photos/posts';
import { listOwnSeries, readSeries, type Series } from '@mbari/contract/photos/series';
import * as words from '@mbari/words/series';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { galleryKey, ownSeriesKey, seriesKey } from '~/platform/lib/query-keys.ts';

export interface SeriesWithPhotos {
  data: Photo[];
  meta: { series: Series };
}

export const seriesById = (id: string) =>
  queryOptions({
    queryKey: seriesKey(id),
    queryFn: ({ signal }): Promise<SeriesWithPhotos> => call(readSeries, { params: { id }, signal }),
  });

/** With a post: also whether each series has it. */
export const ownSeries = (photoId?: string) =>
  queryOptions({
    queryKey: ownSeriesKey(photoId),
    queryFn: async ({ signal }) => (await call(listOwnSeries, { query: photoId === undefined ? {} : { photo: photoId }, signal })).data,
  });

/** The viewer's own posts, newest first. Uses a gallery key, so a new post invalidates it. */
export const ownPosts = (username: string) =>
  infiniteQueryOptions({
    queryKey: galleryKey({ username: username.toLowerCase(), category: '', as: 'series', viewer: '' }),
    queryFn: ({ pageParam, signal }) =>
      call(listPhotos, { query: { username, per_page: '50', ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** '12 photos · complete', or '12 photos so far'. */
export const seriesState = ({ is_complete, count }: { is_complete: boolean; count: number }): string =>
  (is_complete ? words.complete : words.soFar)({ count });
