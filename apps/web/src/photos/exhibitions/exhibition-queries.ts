import { type Exhibition, listExhibitions, readExhibition, readRoom } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { exhibitionKey, exhibitionListKey, roomKey, roomsKey } from '~/platform/lib/query-keys.ts';

export const listedStates = ['open', 'coming', 'past', 'mine'] as const;
export type ListedState = (typeof listedStates)[number];

export const exhibitionById = (id: string) =>
  queryOptions({
    queryKey: exhibitionKey(id),
    queryFn: async ({ signal }) => (await call(readExhibition, { params: { id }, signal })).data,
  });

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
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  retry: () => void;
}

const minute = 60_000;

/** Loads the works of some rooms. While more rooms load, the others stay. Not `useQueries`, whose code the entry chunk would carry. */
export function useWorks({ id }: Pick<Exhibition, 'id'>, numbers: readonly number[]): Works {
  const client = useQueryClient();
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: roomsKey(id, numbers),
    queryFn: () =>
      Promise.all(
        numbers.map(async (number) => {
          const answer = await client.fetchQuery({ ...roomOf(id, number), staleTime: minute }).catch(() => null);
          return { number, photos: answer?.data ?? null };
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const rooms = data ?? [];
  return {
    photos: new Map(rooms.flatMap(({ photos }) => photos ?? []).map((photo) => [photo.id, photo])),
    loaded: new Set(rooms.flatMap(({ number, photos }) => (photos === null ? [] : number))),
    isPending,
    isError: rooms.some(({ photos }) => photos === null),
    isFetching,
    retry: () => void refetch(),
  };
}

/** Numbers of all rooms, or of those with an item. */
export const roomNumbers = (
  { rooms }: Exhibition,
  has: (item: Exhibition['rooms'][number]['items'][number]) => boolean = () => true,
): number[] => rooms.flatMap(({ items }, index) => (items.some(has) ? [index + 1] : []));
