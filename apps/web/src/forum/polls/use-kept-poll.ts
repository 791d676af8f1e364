import { useEffect, useRef, useState } from 'react';
import { findBeside, removeBeside, storeBeside } from '~/forum/drafts/kept-beside.ts';
import type { PollDraft } from './poll-draft.ts';

const findPoll = (scope: string) => findBeside('poll', scope) as PollDraft | null;

/** Stores an unposted poll in the browser. It moves along with its draft. */
export function useKeptPoll(scope: string) {
  const [at, setAt] = useState(scope);
  const [draft, setDraft] = useState(() => findPoll(scope));
  if (at !== scope) {
    setAt(scope);
    if (draft === null) setDraft(findPoll(scope));
  }
  const stored = useRef(scope);
  useEffect(() => {
    if (stored.current !== scope) removeBeside('poll', stored.current);
    stored.current = scope;
    if (draft === null) removeBeside('poll', scope);
    else storeBeside('poll', scope, draft);
  }, [scope, draft]);
  /** The form may unmount before the effect runs. */
  const discard = (): void => {
    removeBeside('poll', scope);
    setDraft(null);
  };
  return { draft, setDraft, discard };
}
