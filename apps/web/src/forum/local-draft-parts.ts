/* Parts of a draft that only the browser stores, until it is posted or discarded. */
type DraftPart = 'poll' | 'reply_to';

const keyOf = (kind: DraftPart, place: string): string => `mbari_${kind} ${place}`;

export function findDraftPart(kind: DraftPart, place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind, place)) ?? 'null');
  } catch {
    return null;
  }
}

export function storeDraftPart(kind: DraftPart, place: string, value: object): void {
  try {
    localStorage.setItem(keyOf(kind, place), JSON.stringify(value));
  } catch {
    // Storage is full: the value lasts until the page is left.
  }
}

export const removeDraftPart = (kind: DraftPart, place: string): void => localStorage.removeItem(keyOf(kind, place));
