import { withoutPending } from '~/forum/markdown/pending-images.ts';
import type { DraftText } from './draft-text.ts';

/** What this browser has and the server may not have yet. */
export interface LocalDraft extends DraftText {
  /** The version on the server that it is made from. */
  version: number;
  /** It was posted or thrown away here, and the server does not know yet. */
  discarded?: true;
}

const keyOf = (place: string): string => `mbari_draft ${place}`;

export function findLocalDraft(place: string): LocalDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as LocalDraft | null;
    if (typeof stored?.body !== 'string' || typeof stored.title !== 'string' || !Number.isInteger(stored.version)) return null;
    // An image that was on its way when the page was left does not come any more.
    return { ...stored, body: withoutPending(stored.body) };
  } catch {
    return null;
  }
}

/** Where the browser has no space left the server's draft is all there is. */
export function storeLocalDraft(place: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // Typing goes on.
  }
}

export const removeLocalDraft = (place: string): void => localStorage.removeItem(keyOf(place));
