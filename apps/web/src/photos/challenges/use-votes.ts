import { handOutVotes, vote } from '@mbari/contract/photos/challenges';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { votesKey } from '~/platform/lib/query-keys.ts';
import { retryUntilSuccess } from '~/platform/lib/retry-until-success.ts';

/** Open votes at which the next ones are fetched. */
const refillAt = 3;

const handedTo = (challengeId: string) =>
  queryOptions({
    queryKey: votesKey(challengeId),
    queryFn: async ({ signal }) => (await call(handOutVotes, { params: { id: challengeId }, signal })).data,
    // Asking hands out, so only votes ask again. The answer lacks later votes, so the next visit asks anew.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Votes that were handed to the viewer, with those that are not sent yet. */
export function useVotes(challengeId: string) {
  const { data: handed, error, isFetching, refetch } = useQuery(handedTo(challengeId));
  const [choices, setChoices] = useState<ReadonlyMap<string, number>>(new Map());
  const [unsent, setUnsent] = useState({ count: 0, isFailed: false });
  const [isWithdrawn, setWithdrawn] = useState(false);
  const [isEnded, setEnded] = useState(false);
  /** The server had nothing more to hand out. */
  const [isAll, setAll] = useState(false);
  const sender = useRef<VoteSender>(null);
  const votes = (handed ?? []).map((one) => ({ ...one, choice: choices.get(one.id) ?? one.choice }));
  const open = votes.filter(({ choice }) => choice === null);
  const refill = async () => {
    const { data } = await refetch();
    if (data) setAll(data.every(({ id, choice }) => choice !== null || choices.has(id)));
  };
  const onSent = useEffectEvent(() => {
    if (open.length <= refillAt) void refill();
  });
  const onRefused = useEffectEvent(({ code }: CallRefused, voteId: string) => {
    setChoices((before) => new Map([...before].filter(([id]) => id !== voteId)));
    if (code === 'locked') return setEnded(true);
    setWithdrawn(true);
    void refill();
  });
  useEffect(() => {
    sender.current = makeSender(challengeId, { onChange: setUnsent, onSent, onRefused });
    return sender.current.end;
  }, [challengeId]);
  const refusal = error instanceof CallRefused ? error : null;
  return {
    ...{ votes, unsent, error, isFetching, isWithdrawn },
    isGone: refusal?.status === 404,
    isEnded: isEnded || refusal?.code === 'locked',
    isOver: handed !== undefined && open.length === 0 && (choices.size === 0 || isAll),
    choose: (voteId: string, choice: number) => {
      setWithdrawn(false);
      setChoices(new Map([...choices, [voteId, choice]]));
      sender.current?.add(voteId, choice);
    },
    retry: () => (unsent.count > 0 ? sender.current?.retry() : void refill()),
  };
}

interface Listeners {
  onChange: (unsent: { count: number; isFailed: boolean }) => void;
  onSent: () => void;
  onRefused: (refusal: CallRefused, voteId: string) => void;
}

type VoteSender = ReturnType<typeof makeSender>;

/** Sends votes one after the other. If one does not arrive, it waits with all after it; a later choice of the same vote replaces the waiting one. */
function makeSender(challengeId: string, { onChange, onSent, onRefused }: Listeners) {
  const waiting = new Map<string, number>();
  let isFailed = false;
  const report = () => onChange({ count: waiting.size, isFailed });
  const send = async () => {
    for (let next = firstOf(waiting); next !== undefined; next = firstOf(waiting)) {
      const [voteId, choice] = next;
      const refusal = await call(vote, { params: { id: challengeId, voteId }, body: { choice } }).then(
        () => null,
        (error: unknown) => {
          if (error instanceof CallRefused && error.status < 500 && error.status !== 429 && error.status !== 401) return error;
          isFailed = true;
          report();
          throw error;
        },
      );
      if (refusal || waiting.get(voteId) === choice) waiting.delete(voteId);
      isFailed = false;
      report();
      if (refusal) onRefused(refusal, voteId);
    }
    onSent();
  };
  const { begin, end } = retryUntilSuccess(send);
  return {
    end,
    retry: begin,
    add: (voteId: string, choice: number) => {
      waiting.set(voteId, choice);
      report();
      begin();
    },
  };
}

const firstOf = (waiting: ReadonlyMap<string, number>): [string, number] | undefined => waiting.entries().next().value;
