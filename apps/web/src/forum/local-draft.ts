import { withoutPending } from '~/forum/markdown/pending-images.ts';
import type { DraftText } from './draft-text.ts';

export interface LocalDraft extends DraftText {
  version: number;
  /** Posted or discarded here; the server does not know yet. */
  discarded?: true;
}

const keyOf = (place: string): string => `mbari_draft ${place}`;

export function findLocalDraft(place: string): LocalDraft | null {
  try {
    const storedDraft = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as LocalDraft | null;
    if (typeof storedDraft?.body !== 'string' || typeof storedDraft.title !== 'string' || !Number.isInteger(storedDraft.version))
      return null;
    // Uploads that were pending when the page was left are lost.
    return { ...storedDraft, body: withoutPending(storedDraft.body) };
  } catch {
    return null;
  }
}

export function storeLocalDraft(place: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Storage is full: only the server has the draft.
  }
}

export const removeLocalDraft = (place: string): void => localStorage.removeItem(keyOf(place));
