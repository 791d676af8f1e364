/* Parts of a draft that only the browser stores, until it is posted or discarded. */
type What = 'poll' | 'reply_to';

const keyOf = (what: What, place: string): string => `mbari_${what} ${place}`;

export function findBeside(what: What, place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(what, place)) ?? 'null');
  } catch {
    return null;
  }
}

export function storeBeside(what: What, place: string, kept: object): void {
  try {
    localStorage.setItem(keyOf(what, place), JSON.stringify(kept));
  } catch {
    // Storage is full: the value lasts until the page is left.
  }
}

export const removeBeside = (what: What, place: string): void => localStorage.removeItem(keyOf(what, place));
