import { randomId } from './random-id.ts';

/*
 * Something that was sent and never answered may have arrived. The browser remembers under which key it was sent, also over a reload, so
 * that the same words sent again are posted once.
 */
interface Attempt {
  key: string;
  contents: string;
}

const nameOf = (scope: string): string => `mbari_attempt ${scope}`;

/** The key of the last attempt where the same is sent again, or a new one. */
export function attemptKey(scope: string, contents: unknown): string {
  const written = JSON.stringify(contents);
  const last = findAttempt(scope);
  if (last?.contents === written) return last.key;
  const attempt: Attempt = { key: randomId(), contents: written };
  try {
    localStorage.setItem(nameOf(scope), JSON.stringify(attempt));
  } catch {
    // Without space the key lasts as long as this attempt.
  }
  return attempt.key;
}

export const attemptAnswered = (scope: string): void => localStorage.removeItem(nameOf(scope));

function findAttempt(scope: string): Attempt | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(scope)) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}
