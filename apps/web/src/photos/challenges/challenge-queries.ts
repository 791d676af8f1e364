import { listChallenges, type ListedChallenge, readChallenge } from '@mbari/contract/photos/challenges';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { challengeKey, challengeListKey } from '~/platform/lib/query-keys.ts';

export const challengeQuery = (id: string) =>
  queryOptions({
    queryKey: challengeKey(id),
    queryFn: async ({ signal }) => (await call(readChallenge, { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && untilNextState(data),
  });

export const challengesIn = (list: 'current' | 'past') =>
  infiniteQueryOptions({
    queryKey: challengeListKey(list),
    queryFn: ({ pageParam, signal }) => call(listChallenges, { query: { list, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

type Times = Pick<ListedChallenge, 'state' | 'starts_at' | 'entries_end_at' | 'voting_end_at'>;

/** The time of the next state. Null: while counting, and in the last state. */
export const nextStateAt = ({ state, starts_at, entries_end_at, voting_end_at }: Times): string | null =>
  ({ announced: starts_at, running: entries_end_at, voting: voting_end_at, counting: null, results: null })[state];

const halfMinute = 30_000;
const day = 86_400_000;

/** Milliseconds until the page asks for the next state, at most a day, so that timers take it. A device's clock may be wrong, so it asks again. */
function untilNextState(challenge: Times): number | false {
  if (challenge.state === 'results') return false;
  const next = nextStateAt(challenge);
  const left = next === null ? 0 : Date.parse(next) - Date.now() + 1000;
  return Math.min(Math.max(left, halfMinute), day);
}
