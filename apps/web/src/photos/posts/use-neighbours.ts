import type { Photo } from '@mbari/contract/photos/posts';
import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPhoto } from '~/platform/lib/query-cache.ts';
import type { withoutMuted } from '~/platform/text/use-muted-words.ts';
import { preloadImage } from './preload-image.ts';
import type { ListSource } from './source-list.ts';

export interface Neighbours {
  /** The list, from the browser history. */
  from: ListSource;
  previous: Photo | undefined;
  next: Photo | undefined;
  /** Counted from 1. */
  position: number;
  /** '128', or '1000+' if the server's count is capped. */
  total: string;
}

/** Returns the neighbours in the list the photo was opened from; null without a list, or if it is not cached. */
export function useNeighbours(photoId: string): Neighbours | null {
  const client = useQueryClient();
  const from = useLocation({ select: ({ state }) => state.from });
  const key = from?.key;
  const list = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => (key === undefined ? undefined : client.getQueryData(key)),
  );
  const all = photosIn(list);
  const leaveOut = useLeavingOut(from?.folds);
  const photos = from?.folds ? (leaveOut?.(all, photoId) ?? []) : all;
  const index = photos.findIndex(({ id }) => id === photoId);
  const next = photos[index + 1];
  // Near the end, loads another page, and further pages while they have no visible photos.
  const endsAt = index !== -1 && index >= photos.length - 2 && hasMore(list) ? all.length : null;
  useEffect(() => {
    if (key !== undefined && endsAt !== null) fetchMore(client, key);
  }, [client, key, endsAt]);
  useEffect(() => (next === undefined ? undefined : preloadImage(next)), [next]);
  if (from === undefined || index === -1) return null;
  return { from, previous: photos[index - 1], next, position: index + 1, total: totalOf(list, all.length, all.length - photos.length) };
}

type LeavingOut = typeof withoutMuted;
let loaded: { leaveOut: LeavingOut } | undefined;

/** Applies the list's filter of muted words. Imported lazily, because a post opened directly does not need it. */
function useLeavingOut(folds: boolean | undefined): LeavingOut | undefined {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    if (folds && !loaded)
      void import('~/platform/text/use-muted-words.ts').then(
        ({ withoutMuted: leaveOut }) => setNow((loaded = { leaveOut })),
        () => setNow({ leaveOut: (photos) => photos }),
      );
  }, [folds]);
  return now?.leaveOut;
}

/** Returns the distinct photos of a list, paged or not. */
function photosIn(list: unknown): Photo[] {
  const byId = new Map<string, Photo>();
  const walk = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    if (!isPhoto(value)) for (const part of Object.values(value)) walk(part);
    else if (!byId.has(value.id)) byId.set(value.id, value);
  };
  walk(list);
  return [...byId.values()];
}

interface Paged {
  pages: { meta?: { total?: number; total_is_capped?: boolean; next_cursor?: string | null } }[];
}

const isPaged = (list: unknown): list is Paged => typeof list === 'object' && list !== null && 'pages' in list && Array.isArray(list.pages);
const lastMetaOf = (list: unknown) => (isPaged(list) ? list.pages.at(-1)?.meta : undefined);
const hasMore = (list: unknown): boolean => typeof lastMetaOf(list)?.next_cursor === 'string';
function totalOf(list: unknown, loaded: number, leftOut: number): string {
  const { total = 0, total_is_capped: isCapped } = lastMetaOf(list) ?? {};
  return `${Math.max(loaded, total) - leftOut}${isCapped && total >= loaded ? '+' : ''}`;
}

/** Loads one more page with the list's own query. After a failure, the next photo retries. */
function fetchMore(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined || query.state.fetchStatus !== 'idle') return;
  const options = { ...query.options, queryKey, enabled: false };
  if (isInfinite(options)) void new InfiniteQueryObserver(client, options).fetchNextPage();
}

const isInfinite = (options: object): options is InfiniteQueryObserverOptions =>
  'getNextPageParam' in options && typeof options.getNextPageParam === 'function' && 'initialPageParam' in options;
