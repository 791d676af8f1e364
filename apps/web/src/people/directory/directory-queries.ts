import { listMembers, listSuggestions, type Suggestion } from '@mbari/contract/people/directory';
import { listFollowers, listFollowing } from '@mbari/contract/people/follows';
import * as limits from '@mbari/contract/platform/limits';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { followsKey, membersFoundKey, suggestedMembersKey } from '~/platform/lib/query-keys.ts';

/** Uses cursors, so concurrent registrations neither repeat nor skip members. */
export const memberSearch = (words: string) =>
  infiniteQueryOptions({
    queryKey: membersFoundKey(words),
    queryFn: ({ pageParam, signal }) =>
      call(listMembers, {
        query: { ...(words !== '' && { search: words }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: staleTimeWhileShort,
  });

export const suggestedMembers = queryOptions({
  queryKey: suggestedMembersKey,
  queryFn: async ({ client, signal }) => {
    const { data } = await call(listSuggestions, { query: {}, signal });
    // After a change elsewhere, such as a block, the other suggestions stay.
    const stay = client.getQueryState(suggestedMembersKey)?.isInvalidated;
    return chooseSuggestions(data, stay ? client.getQueryData<Suggestion[]>(suggestedMembersKey)?.map(({ id }) => id) : []);
  },
  // Not refetched sooner, so that a followed suggestion stays in the list.
  staleTime: 5 * 60_000,
});

/** Prefetches both lists while the screen's code loads. */
export const startDirectory = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchInfiniteQuery(memberSearch('')), client.prefetchQuery(suggestedMembers)]);

export type FollowKind = 'followers' | 'following';

const calls = { followers: listFollowers, following: listFollowing };

/** Followers or followed members, newest first. */
export const followsOf = (kind: FollowKind, id: string) =>
  infiniteQueryOptions({
    queryKey: followsKey(kind, id),
    queryFn: ({ pageParam, signal }) =>
      call(calls[kind], { params: { id }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: staleTimeWhileShort,
  });

/** Ids of the last suggestions shown, newest first. */
const key = 'mbari_suggested';

/**
 * Chooses the suggestions to show: first members that were not shown yet, then those shown longest ago. `kept` are on the screen and stay.
 */
export function chooseSuggestions(suggestions: readonly Suggestion[], kept: readonly string[] = []): Suggestion[] {
  const shown = readShown();
  const turnOf = ({ id }: Suggestion): number =>
    kept.includes(id) ? limits.suggestions + 1 : shown.includes(id) ? shown.indexOf(id) : limits.suggestions;
  const chosen = suggestions.toSorted((one, other) => turnOf(other) - turnOf(one)).slice(0, room());
  const ids = chosen.map(({ id }) => id);
  writeShown([...ids, ...shown.filter((id) => !ids.includes(id))].slice(0, limits.suggestions));
  return chosen;
}

/** Prevents automatic refetches of long lists, because a refetch requests every page. */
const staleTimeWhileShort = ({ state }: { state: { data: InfiniteData<unknown> | undefined } }): number =>
  (state.data?.pages.length ?? 0) > 3 ? Number.POSITIVE_INFINITY : 30_000;

/** A phone shows half, so that the list below stays in reach. */
const room = (): number => (matchMedia('(max-width: 760px)').matches ? limits.suggestedInDirectory / 2 : limits.suggestedInDirectory);

function readShown(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (Array.isArray(ids)) return ids.filter((id) => typeof id === 'string');
  } catch {
    // Unreadable, or storage is blocked.
  }
  return [];
}

function writeShown(ids: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Storage is full or blocked: the same members are suggested again.
  }
}
