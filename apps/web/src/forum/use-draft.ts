import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';
import { type DraftText, findDraft, noText, ownDrafts } from './draft-text.ts';

export interface Draft extends DraftState {
  change: (change: Partial<DraftText>) => void;
  keepOurs: () => void;
  takeTheirs: () => void;
  /** Call after posting or discarding. */
  discard: () => Promise<void>;
  /** True if only this browser has the latest text. */
  isLocal: () => boolean;
}

interface DraftOptions {
  /** `topic:ID`, `new:CATEGORY-ID` or `post:ID`; null while unknown. A change moves the text to the new place. */
  place: string | null;
  start?: DraftText;
}

/** Saves text in the browser immediately and on the server soon after, so that the member can continue on any device. */
export function useDraft({ place, start = noText }: DraftOptions): Draft {
  const client = useQueryClient();
  const [keeper] = useState(() => {
    // Checks the list of drafts first, to avoid a 404 for each missing draft.
    const find = async (draftPlace: string) => {
      const drafts = await client.fetchQuery({ ...ownDrafts, staleTime: 0 });
      return drafts.some((draft) => draft.place === draftPlace) ? findDraft(draftPlace) : null;
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
      // Invalidates the list of drafts only after the last save has ended.
      void keeper.end().finally(() => client.invalidateQueries({ queryKey: ownDrafts.queryKey }));
    };
  }, [client, keeper]);
  useEffect(() => void keeper.moveTo(place), [keeper, place]);
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  const { change, keepOurs, takeTheirs, discard } = keeper;
  return { ...state, change, keepOurs, takeTheirs, discard, isLocal: () => keeper.state().status === 'local' };
}
