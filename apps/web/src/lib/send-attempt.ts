import { randomId } from './random-id.ts';

/*
 * Something that was sent and never answered may have arrived. The browser remembers under which key it was sent, also over a reload, so
 * that the same words sent again are posted once.
 */
interface Attempt {
  key: string;
  contents: string;
}

const nameOf = (place: string): string => `mbari_attempt ${place}`;

/** The key of the last attempt where the same is sent again, or a new one. */
export function attemptKey(place: string, contents: unknown): string {
  const written = JSON.stringify(contents);
  const last = findAttempt(place);
  if (last?.contents === written) return last.key;
  const attempt: Attempt = { key: randomId(), contents: written };
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(attempt));
  } catch {
    // Without space the key lasts as long as this attempt.
  }
  return attempt.key;
}

export const attemptAnswered = (place: string): void => localStorage.removeItem(nameOf(place));

function findAttempt(place: string): Attempt | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}
