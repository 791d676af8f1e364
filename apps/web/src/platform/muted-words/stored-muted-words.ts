import type { ForumSettings } from '@mbari/contract/shapes/members';
import { settingsKey } from '~/platform/lib/stored-session.ts';

/** The muted words as this browser last heard of them: they fold from the first paint on. */
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
