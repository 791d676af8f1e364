import { currentSession } from './session.ts';

/** Words in open forms of this tab, by the member and the place, so that they outlive what they were written for. */
const unsent = new Map<string, string>();

const keyOf = (place: string): string => `${currentSession().user?.id ?? ''} ${place}`;

/** Remembers what stands in a form. An empty text is forgotten. */
export function rememberWords(place: string, text: string): void {
  if (text.trim() === '') unsent.delete(keyOf(place));
  else unsent.set(keyOf(place), text);
}

/** Returns '' where nothing was written, or where it was sent. */
export const findWords = (place: string): string => unsent.get(keyOf(place)) ?? '';
