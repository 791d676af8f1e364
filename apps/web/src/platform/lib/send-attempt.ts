import { randomId } from './random-id.ts';

/*
 * A request without a response may have arrived. The browser stores its idempotency key, also across
 * reloads, so that a retry of the same content posts it once.
 */
interface Attempt {
  key: string;
  contents: string;
}

const nameOf = (scope: string): string => `mbari_attempt ${scope}`;

/** Returns the key of the last attempt if its content was the same, otherwise a new one. */
export function attemptKey(scope: string, contents: unknown): string {
  const serialized = JSON.stringify(contents);
  const last = findAttempt(scope);
  if (last?.contents === serialized) return last.key;
  const attempt: Attempt = { key: randomId(), contents: serialized };
  try {
    localStorage.setItem(nameOf(scope), JSON.stringify(attempt));
  } catch {
    // If storage is full, the key lasts for this attempt only.
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
