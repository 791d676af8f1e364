import type { ForumSettings } from '@mbari/contract/people/members';
import { foldForMatching, wordsIn } from '@mbari/contract/platform/word-list';
import { useState } from 'react';
import { currentSession, type Session, useSession } from '~/platform/lib/session.ts';
import { settingsKey } from '~/platform/lib/stored-session.ts';

const none: readonly string[] = [];

/** The viewer's muted words, from this browser until the server has answered. */
const mutedWordsOf = ({ user }: Session): { viewerId: string | undefined; muted: readonly string[] } => ({
  viewerId: user?.id,
  muted: user === null ? none : (user.forum_settings?.muted_words ?? storedMutedWords()),
});

const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Collapses another member's text with a muted word. Returns the state, a function that shows the text, and a ref that focuses it. */
export function useFold(authorId: string | undefined, text: () => string) {
  'use no memo';
  const { viewerId, muted } = mutedWordsOf(useSession());
  const [shown, setShown] = useState(false);
  const folded = !shown && muted.length > 0 && authorId !== viewerId && hasMutedWord(muted, text());
  return { folded, show: () => setShown(true), shownRef: shown ? takeFocus : undefined };
}

interface Titled {
  id: string;
  user: { id: string };
  title: string;
  description: string | null;
  location_name: string | null;
}

export const useWithoutMuted = <Photo extends Titled>(photos: Photo[]): Photo[] => withoutMuted(photos, undefined, useSession());

export function withoutMuted<Photo extends Titled>(photos: Photo[], openId?: string, session = currentSession()): Photo[] {
  const { viewerId, muted } = mutedWordsOf(session);
  if (muted.length === 0) return photos;
  return photos.filter(
    ({ id, user, title, description, location_name }) =>
      id === openId || user.id === viewerId || !hasMutedWord(muted, `${title}\n${description ?? ''}\n${location_name ?? ''}`),
  );
}

/** Returns letters without case and diacritics, and numbers, with a space around each word: ' ecole d ete '. */
export const plainWords = (text: string): string => ` ${wordsIn(foldForMatching(text)).join(' ')} `;

const needles = new WeakMap<readonly string[], string[]>();

function needlesOf(muted: readonly string[]): string[] {
  const wordNeedles = needles.get(muted) ?? muted.map(plainWords).filter((word) => word.trim() !== '');
  needles.set(muted, wordNeedles);
  return wordNeedles;
}

export function hasMutedWord(muted: readonly string[], text: string): boolean {
  if (muted.length === 0) return false;
  const read = plainWords(text);
  return needlesOf(muted).some((word) => read.includes(word));
}

/** Muted words as last stored in this browser, so that the first render collapses content. */
function storedMutedWords(): readonly string[] {
  const stored = localStorage.getItem(settingsKey);
  if (stored !== lastKept.text) lastKept = { text: stored, words: mutedWordsIn(stored) };
  return lastKept.words;
}

let lastKept: { text: string | null; words: readonly string[] } = { text: null, words: [] };

function mutedWordsIn(stored: string | null): readonly string[] {
  try {
    return (JSON.parse(stored ?? '{}') as Partial<ForumSettings>).muted_words ?? [];
  } catch {
    return [];
  }
}
