import { type Exhibition, listExhibitions, readExhibition, readRoom } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import { infiniteQueryOptions, type QueryClient, queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { exhibitionKey, exhibitionListKey, roomKey } from '~/platform/lib/query-keys.ts';

export const listedStates = ['open', 'coming', 'past', 'mine'] as const;
export type ListedState = (typeof listedStates)[number];

export const exhibitionById = (id: string) =>
  queryOptions({
    queryKey: exhibitionKey(id),
    queryFn: async ({ signal }) => (await call(readExhibition, { params: { id }, signal })).data,
  });

/** Prefetches an exhibition while its screen's code loads. */
export const startExhibition = (client: QueryClient, id: string): Promise<void> => client.prefetchQuery(exhibitionById(id));

/** The works of a room, counted from 1. */
export const roomOf = (id: string, number: number) =>
  queryOptions({
    queryKey: roomKey(id, number),
    queryFn: ({ signal }) => call(readRoom, { params: { id, number: String(number) }, signal }),
  });

export const exhibitionsIn = (state: ListedState) =>
  infiniteQueryOptions({
    queryKey: exhibitionListKey(state),
    queryFn: ({ pageParam, signal }) =>
      call(listExhibitions, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

interface Works {
  /** The loaded works by id. */
  photos: ReadonlyMap<string, Photo>;
  /** Numbers of the rooms that have loaded. */
  loaded: ReadonlySet<number>;
  isError: boolean;
  isFetching: boolean;
  retry: () => void;
}

/** Loads the works of some rooms. */
export function useWorks({ id }: Pick<Exhibition, 'id'>, numbers: readonly number[]): Works {
  return useQueries({
    queries: numbers.map((number) => roomOf(id, number)),
    combine: (rooms) => ({
      photos: new Map(rooms.flatMap(({ data }) => data?.data.map((photo) => [photo.id, photo] as const) ?? [])),
      loaded: new Set(numbers.filter((_, index) => rooms[index]?.data !== undefined)),
      isError: rooms.some(({ isError }) => isError),
      isFetching: rooms.some(({ isFetching }) => isFetching),
      retry: () => {
        for (const room of rooms) if (room.isError) void room.refetch();
      },
    }),
  });
}

/** Numbers of all rooms, or of those with an item. */
export const roomNumbers = (
  { rooms }: Exhibition,
  has: (item: Exhibition['rooms'][number]['items'][number]) => boolean = () => true,
): number[] => rooms.flatMap(({ items }, index) => (items.some(has) ? [index + 1] : []));
