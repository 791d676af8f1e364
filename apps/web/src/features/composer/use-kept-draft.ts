import { useEffect, useRef, useState } from 'react';
import { type Draft, forgetDraft, keepDraft } from './kept-draft.ts';

interface Kept {
  /** When it was last kept; null: not yet. */
  at: number | null;
  /** The browser keeps nothing: what is closed is lost. */
  impossible: boolean;
}

interface Keeper {
  /** At once: before something that may not be survived, as an upload. */
  keepNow: (draft: Draft | null) => Promise<void>;
  /** Posted, or thrown away on purpose. Nothing is kept after that. */
  forget: () => void;
}

const restAfterTyping = 400;

/** Keeps what is written, a moment after each change, and when the page is hidden. Null: there is nothing to keep. */
export function useKeptDraft(memberId: string, draft: Draft | null): Kept & Keeper {
  const [kept, setKept] = useState<Kept>({ at: null, impossible: false });
  const [keeper] = useState(() => keeperFor(memberId, setKept));
  const written = JSON.stringify(draft && { ...draft, images: draft.images.map(({ file, ...rest }) => [rest, file.size]) });
  const latest = useRef(draft);
  // As it was found, it is kept already.
  const last = useRef(written);
  useEffect(() => void (latest.current = draft));
  useEffect(() => {
    if (last.current === written) return;
    const keep = () => {
      last.current = written;
      void keeper.keepNow(latest.current);
    };
    const timer = setTimeout(keep, restAfterTyping);
    const ifHidden = () => document.visibilityState === 'hidden' && keep();
    document.addEventListener('visibilitychange', ifHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ifHidden);
    };
  }, [written, keeper]);
  return { ...kept, ...keeper };
}

function keeperFor(memberId: string, tell: (kept: Kept) => void): Keeper {
  let over = false;
  return {
    keepNow: async (draft) => {
      if (over) return;
      if (draft === null) return forgetDraft(memberId);
      const at = Date.now();
      const worked = await keepDraft(memberId, { ...draft, at });
      if (!over) tell({ at: worked ? at : null, impossible: !worked });
    },
    forget: () => {
      over = true;
      void forgetDraft(memberId);
    },
  };
}
