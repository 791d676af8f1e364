/*
 * What belongs to a draft and is no text: a poll that is being written, the post that is answered. The server keeps none of it, so the
 * browser does until the draft is posted or thrown away.
 */
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
    // Without space it lasts until the page is left.
  }
}

export const removeBeside = (what: What, place: string): void => localStorage.removeItem(keyOf(what, place));
