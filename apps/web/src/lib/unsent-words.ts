import { currentSession } from './session.ts';

/** Words in open forms of this tab, by the member and the scope, so that they outlive what they were written for. */
const unsent = new Map<string, string>();

const keyOf = (scope: string): string => `${currentSession().user?.id ?? ''} ${scope}`;

/** Remembers what stands in a form. An empty text is forgotten. */
export function rememberWords(scope: string, text: string): void {
  if (text.trim() === '') unsent.delete(keyOf(scope));
  else unsent.set(keyOf(scope), text);
}

/** Returns '' where nothing was written, or where it was sent. */
export const findWords = (scope: string): string => unsent.get(keyOf(scope)) ?? '';

export const scopeOfComment = (photoId: string): string => `comment:${photoId}`;
