import { searchEverything } from '@mbari/contract/community/search';
import { listTopics } from '@mbari/contract/forum/topics';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { found as counted } from '@mbari/words/search';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { everythingFoundKey, foundTopicsKey } from '~/platform/lib/query-keys.ts';

export type Found = AnswerOf<typeof searchEverything>['data'];

export const isLongEnough = (sought: string): boolean => [...sought].length >= limits.searchMinLength;

export const everythingFound = (sought: string) =>
  queryOptions({
    queryKey: everythingFoundKey(sought),
    queryFn: async ({ signal }) => (await call(searchEverything, { query: { q: sought }, signal })).data,
    enabled: isLongEnough(sought),
  });

/** Ordered by newest post. */
export const foundTopics = (sought: string) =>
  infiniteQueryOptions({
    queryKey: foundTopicsKey(sought),
    queryFn: ({ pageParam, signal }) =>
      call(listTopics, { query: { search: sought, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const isNothing = ({ tag, members, photos, topics }: Found): boolean =>
  tag === null && members.total + photos.total + topics.total === 0;

/** Result counts for screen readers. */
export const foundWords = ({ members, photos, topics }: Found): string =>
  counted({ members: members.total, photos: photos.total, topics: topics.total });
