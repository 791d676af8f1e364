import { searchEverything } from '@mbari/contract/community/search';
import { listTopics } from '@mbari/contract/forum/topics';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { searchMatchesIn } from '@mbari/contract/platform/search-terms';
import { found as counted } from '@mbari/words/search';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { searchAnswerKey, topicResultsKey } from '~/platform/lib/query-keys.ts';

export type SearchAnswer = AnswerOf<typeof searchEverything>['data'];

export const isLongEnough = (query: string): boolean => [...query].length >= limits.searchMinLength;

export const searchAnswer = (query: string) =>
  queryOptions({
    queryKey: searchAnswerKey(query),
    queryFn: async ({ signal }) => (await call(searchEverything, { query: { q: query }, signal })).data,
    enabled: isLongEnough(query),
  });

/** Ordered by newest post. */
export const topicResults = (query: string) =>
  infiniteQueryOptions({
    queryKey: topicResultsKey(query),
    queryFn: ({ pageParam, signal }) =>
      call(listTopics, { query: { search: query, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const hasNoResults = ({ tag, members, photos, topics }: SearchAnswer): boolean =>
  tag === null && members.total + photos.total + topics.total === 0;

/** Result counts for screen readers. */
export const describeCounts = ({ members, photos, topics }: SearchAnswer): string =>
  counted({ members: members.total, photos: photos.total, topics: topics.total });

export interface MatchPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matches and the text between them. */
export function splitMatches(text: string, query: string): MatchPart[] {
  const parts: MatchPart[] = [];
  let position = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end > position) parts.push({ text: text.slice(position, end), isMatch });
    position = end;
  };
  for (const match of searchMatchesIn(text, query)) {
    add(match.from, false);
    add(match.to, true);
  }
  add(text.length, false);
  return parts;
}
