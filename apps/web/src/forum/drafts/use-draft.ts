import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { findDraft, ownDrafts } from './draft-calls.ts';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';
import { type DraftText, noText } from './draft-text.ts';

export interface Draft extends DraftState {
  change: (change: Partial<DraftText>) => void;
  keepOurs: () => void;
  takeTheirs: () => void;
  /** Posted or thrown away: it is kept nowhere any more. */
  discard: () => Promise<void>;
  /** Whether this browser alone has what was typed, at this moment. */
  isLocal: () => boolean;
}

interface DraftOptions {
  /** `topic:ID`, `new:CATEGORY-ID` or `post:ID`; null: not chosen yet. Where it changes, the text goes along. */
  place: string | null;
  /** What the form says where nothing was begun. */
  start?: DraftText;
}

/** What a form says, kept in the browser at once and on the server soon after, so that it goes on there on any device. */
export function useDraft({ place, start = noText }: DraftOptions): Draft {
  const client = useQueryClient();
  const [keeper] = useState(() => {
    // The list first: asking for a draft that is not there would be a refusal each time.
    const find = async (at: string) => {
      const drafts = await client.fetchQuery({ ...ownDrafts, staleTime: 0 });
      return drafts.some((draft) => draft.place === at) ? findDraft(at) : null;
    };
    return new DraftKeeper({ place, start, find });
  });
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    const resume = () => void keeper.resume();
    void keeper.open();
    addEventListener('visibilitychange', leave);
    addEventListener('pagehide', keeper.flush);
    addEventListener('online', resume);
    return () => {
      removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', keeper.flush);
      removeEventListener('online', resume);
      // A list that is read before the last save has arrived would be without it.
      void keeper.end().finally(() => client.invalidateQueries({ queryKey: ownDrafts.queryKey }));
    };
  }, [client, keeper]);
  useEffect(() => void keeper.moveTo(place), [keeper, place]);
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  const { change, keepOurs, takeTheirs, discard } = keeper;
  return { ...state, change, keepOurs, takeTheirs, discard, isLocal: () => keeper.state().status === 'local' };
}
