import { foldForMatching, wordsIn } from '@mbari/contract/platform/word-list';

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
