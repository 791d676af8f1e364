import type { ExcerptPart } from '@mbari/contract/shapes/forum-search';

const before = 60;
const length = 240;

/** Letters as they are searched: without marks and case. Each stands for one of the text. */
const plainLetter = (letter: string): string => letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Words around the first that was looked for, with all of those marked that begin as one of the words does. */
export function cutExcerpt(text: string, words: string): ExcerptPart[] {
  const beginnings = [...new Set(wordsOf(words).map(({ word }) => plainLetter(word)))].filter((word) => word !== '');
  const found = wordsOf(text).filter(({ word }) => beginnings.some((beginning) => plainLetter(word).startsWith(beginning)));
  const start = startOf(text, (found[0]?.at ?? 0) - before);
  const end = Math.min(text.length, start + length);
  const parts: ExcerptPart[] = [];
  let from = start;
  const add = (to: number, isMatch: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), is_match: isMatch });
    from = Math.max(from, to);
  };
  for (const { at, word } of found) {
    if (at < from || at + word.length > end) continue;
    add(at, false);
    add(at + word.length, true);
  }
  add(end, false);
  return [
    ...(start > 0 ? [{ text: '… ', is_match: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', is_match: false }] : []),
  ];
}

const wordsOf = (text: string): { at: number; word: string }[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({ at: index, word }));

/** The beginning of the word that stands there. */
function startOf(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space === -1 || space > at + before ? at : space + 1;
}
