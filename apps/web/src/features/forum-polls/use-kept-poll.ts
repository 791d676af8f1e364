import { useEffect, useRef, useState } from 'react';
import { findBeside, removeBeside, storeBeside } from '~/features/forum-drafts/kept-beside.ts';
import type { PollDraft } from './poll-draft.ts';

const findPoll = (place: string) => findBeside('poll', place) as PollDraft | null;

/** A poll that is being written, kept in the browser beside its draft. Where the place of the draft changes, it goes along. */
export function useKeptPoll(place: string) {
  const [at, setAt] = useState(place);
  const [draft, setDraft] = useState(() => findPoll(place));
  if (at !== place) {
    setAt(place);
    if (draft === null) setDraft(findPoll(place));
  }
  const stored = useRef(place);
  useEffect(() => {
    if (stored.current !== place) removeBeside('poll', stored.current);
    stored.current = place;
    if (draft === null) removeBeside('poll', place);
    else storeBeside('poll', place, draft);
  }, [place, draft]);
  /** The form may be closed before the effect runs. */
  const discard = (): void => {
    removeBeside('poll', place);
    setDraft(null);
  };
  return { draft, setDraft, discard };
}
