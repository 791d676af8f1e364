import { useEffect, useRef, useState } from 'react';
import { type Draft, removeDraft, storeDraft } from './stored-draft.ts';

interface DraftState {
  storedAt: number | null;
  /** The browser has no storage, so closing loses the draft. */
  impossible: boolean;
}

interface DraftStore {
  /** Stores immediately, before an upload that the page may not survive. */
  store: (draft: Draft | null) => Promise<void>;
  remove: () => void;
}

const pauseAfterTyping = 400;

/** Stores the draft shortly after each change, and when the page is hidden. Null: nothing to store. */
export function useStoredDraft(memberId: string, draft: Draft | null): DraftState & DraftStore {
  const [state, setState] = useState<DraftState>({ storedAt: null, impossible: false });
  const [drafts] = useState(() => openDraftStore(memberId, setState));
  const contents = JSON.stringify(draft && { ...draft, images: draft.images.map(({ file, ...rest }) => [rest, file.size]) });
  const latest = useRef(draft);
  // A draft that was found is already stored.
  const stored = useRef(contents);
  useEffect(() => void (latest.current = draft));
  useEffect(() => {
    if (stored.current === contents) return;
    const store = () => {
      stored.current = contents;
      void drafts.store(latest.current);
    };
    const timer = setTimeout(store, pauseAfterTyping);
    const storeIfHidden = () => document.visibilityState === 'hidden' && store();
    document.addEventListener('visibilitychange', storeIfHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', storeIfHidden);
    };
  }, [contents, drafts]);
  return { ...state, ...drafts };
}

function openDraftStore(memberId: string, onState: (state: DraftState) => void): DraftStore {
  let removed = false;
  return {
    store: async (draft) => {
      if (removed) return;
      if (draft === null) return removeDraft(memberId);
      const savedAt = Date.now();
      const isStored = await storeDraft(memberId, { ...draft, at: savedAt });
      if (!removed) onState({ storedAt: isStored ? savedAt : null, impossible: !isStored });
    },
    remove: () => {
      removed = true;
      void removeDraft(memberId);
    },
  };
}
