import type { ExcerptPart } from '@mbari/contract/forum/search';
import { searchMatchesIn } from '@mbari/contract/platform/search-terms';

const before = 60;
const length = 240;

/** Cuts the text around the first match. Marks words that start with a search word. */
export function cutExcerpt(text: string, words: string): ExcerptPart[] {
  const found = searchMatchesIn(text, words, { wholeWords: true });
  const start = startOf(text, (found[0]?.from ?? 0) - before);
  const end = Math.min(text.length, start + length);
  const parts: ExcerptPart[] = [];
  let from = start;
  const add = (to: number, isMatch: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), is_match: isMatch });
    from = Math.max(from, to);
  };
  for (const match of found) {
    if (match.from < from || match.to > end) continue;
    add(match.from, false);
    add(match.to, true);
  }
  add(end, false);
  return [
    ...(start > 0 ? [{ text: '… ', is_match: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', is_match: false }] : []),
  ];
}

function startOf(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space === -1 || space > at + before ? at : space + 1;
}
