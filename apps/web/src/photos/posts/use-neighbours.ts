import type { Photo } from '@mbari/contract/shapes/photos';
import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPhoto } from '~/platform/lib/is-photo.ts';
import type { withoutMuted } from '~/platform/muted-words/use-muted-words.ts';
import { preloadImage } from './preload-image.ts';
import type { ListSource } from './source-list.ts';

export interface Neighbours {
  /** The list, as the browser history keeps it. */
  from: ListSource;
  previous: Photo | undefined;
  next: Photo | undefined;
  /** From 1. */
  position: number;
  /** '128', or '1000+' where the server's count is capped. */
  total: string;
}

/** The photos before and after this one in the list it was opened from; null where there is none, or it is no longer cached. */
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
  const at = photos.findIndex(({ id }) => id === photoId);
  const next = photos[at + 1];
  // A page of which nothing is shown is followed by another one.
  const endsAt = at !== -1 && at >= photos.length - 2 && hasMore(list) ? all.length : null;
  useEffect(() => {
    if (key !== undefined && endsAt !== null) fetchMore(client, key);
  }, [client, key, endsAt]);
  useEffect(() => (next === undefined ? undefined : preloadImage(next)), [next]);
  if (from === undefined || at === -1) return null;
  return { from, previous: photos[at - 1], next, position: at + 1, total: totalOf(list, all.length, all.length - photos.length) };
}

type LeavingOut = typeof withoutMuted;
let loaded: { leaveOut: LeavingOut } | undefined;

/** Leaves out what the list does. Its code came with the list, and is no part of a post that is opened by itself. */
function useLeavingOut(folds: boolean | undefined): LeavingOut | undefined {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    if (folds && !loaded)
      void import('~/platform/muted-words/use-muted-words.ts').then(
        ({ withoutMuted: leaveOut }) => setNow((loaded = { leaveOut })),
        () => setNow({ leaveOut: (photos) => photos }),
      );
  }, [folds]);
  return now?.leaveOut;
}

/** Every photo of a list once, in its order, whether it comes in pages or whole. */
function photosIn(list: unknown): Photo[] {
  const found = new Map<string, Photo>();
  const walk = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    if (!isPhoto(value)) for (const part of Object.values(value)) walk(part);
    else if (!found.has(value.id)) found.set(value.id, value);
  };
  walk(list);
  return [...found.values()];
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

/** Loads one more page with the list's own query. After a failure the next photo tries again. */
function fetchMore(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined || query.state.fetchStatus !== 'idle') return;
  const options = { ...query.options, queryKey, enabled: false };
  if (isInfinite(options)) void new InfiniteQueryObserver(client, options).fetchNextPage();
}

const isInfinite = (options: object): options is InfiniteQueryObserverOptions =>
  'getNextPageParam' in options && typeof options.getNextPageParam === 'function' && 'initialPageParam' in options;
