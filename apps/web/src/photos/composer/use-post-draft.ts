import { useEffect, useRef, useState } from 'react';
import { type ChosenImage, storedFromChosen } from '~/photos/image-picker/chosen-image.ts';
import { useChosenImages } from '~/photos/image-picker/use-chosen-images.ts';
import { entering, isEmptyText, textOf } from './post-model.ts';
import type { NewPost } from './send-post.ts';
import { type Draft, removeDraft, type SendKey, sendKey, storeDraft } from './stored-draft.ts';

interface PostDraftOptions {
  memberId: string;
  draft: Draft | null;
  /** Another app chose the files, so nothing is stored before the member acts. */
  isShared: boolean;
  challengeId: string | undefined;
  onRefused: (reason: string) => void;
}

/** The post in the composer, stored in the browser until it is posted or discarded. */
export function usePostDraft({ memberId, draft, isShared, challengeId, onRefused }: PostDraftOptions) {
  const [text, setText] = useState(() => {
    const stored = textOf(draft ?? {});
    return challengeId === undefined ? stored : entering(stored, challengeId);
  });
  const [fullSize, setFullSize] = useState(draft?.fullSize ?? false);
  const [lastSend, setLastSend] = useState<SendKey | null>(draft?.send ?? null);
  const [waiting, setWaiting] = useState(false);
  const chosen = useChosenImages({ stored: draft?.images ?? [], fullSize, onRefused });
  const { images } = chosen;
  const current: Draft = { ...text, fullSize, images: images.map(storedFromChosen), send: lastSend, waiting, at: 0 };
  const isEmpty = images.length === 0 && isEmptyText(text);
  const hasActed = useHasActed(!isShared);
  const stored = useStoredDraft(memberId, isEmpty || !hasActed ? null : current);
  return {
    text,
    setText,
    chosen,
    fullSize,
    setFullSize: (wanted: boolean) => {
      setFullSize(wanted);
      chosen.prepareAll(wanted);
    },
    isEmpty,
    storedAt: stored.storedAt,
    isStorable: !stored.impossible,
    /** Sets whether the draft is sent automatically at reconnection if this page is closed. */
    setWaiting,
    store: () => stored.store(current),
    remove: stored.remove,
    /** Returns the post with prepared images; null if an image cannot be sent. */
    prepareToSend: async (): Promise<PreparedPost | null> => {
      const prepared = await chosen.whenPrepared();
      if (prepared.length < images.length || prepared.some(({ state }) => state === 'needs decoder')) return null;
      const send = sendKey(lastSend, { ...text, images: prepared });
      setLastSend(send);
      await stored.store({ ...current, send });
      return { key: send.key, ...text, images: prepared };
    },
  };
}

const acts = ['pointerdown', 'keydown', 'input'] as const;

/** Returns true once the member has clicked or typed. */
function useHasActed(atStart: boolean): boolean {
  const [hasActed, setHasActed] = useState(atStart);
  useEffect(() => {
    if (hasActed) return undefined;
    const listening = new AbortController();
    for (const type of acts) addEventListener(type, () => setHasActed(true), { signal: listening.signal, capture: true });
    return () => listening.abort();
  }, [hasActed]);
  return hasActed;
}

export type PostDraft = ReturnType<typeof usePostDraft>;

interface PreparedPost extends NewPost {
  images: readonly ChosenImage[];
}

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
function useStoredDraft(memberId: string, draft: Draft | null): DraftState & DraftStore {
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
