import type { ForumSettings } from '@mbari/contract/shapes/members';
import { settingsKey } from '~/platform/lib/stored-session.ts';

/** Muted words as last stored in this browser, so that the first render folds content. */
export function storedMutedWords(): readonly string[] {
  const kept = localStorage.getItem(settingsKey);
  if (kept !== lastKept.text) lastKept = { text: kept, words: mutedWordsIn(kept) };
  return lastKept.words;
}

let lastKept: { text: string | null; words: readonly string[] } = { text: null, words: [] };

function mutedWordsIn(kept: string | null): readonly string[] {
  try {
    return (JSON.parse(kept ?? '{}') as Partial<ForumSettings>).muted_words ?? [];
  } catch {
    return [];
  }
}
