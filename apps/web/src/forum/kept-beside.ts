/* Parts of a draft that only the browser stores, until it is posted or discarded. */
type What = 'poll' | 'reply_to';

const keyOf = (kind: What, place: string): string => `mbari_${kind} ${place}`;

export function findBeside(kind: What, place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind, place)) ?? 'null');
  } catch {
    return null;
  }
}

export function storeBeside(kind: What, place: string, value: object): void {
  try {
    localStorage.setItem(keyOf(kind, place), JSON.stringify(value));
  } catch {
    // Storage is full: the value lasts until the page is left.
  }
}

export const removeBeside = (kind: What, place: string): void => localStorage.removeItem(keyOf(kind, place));
