import { fold, tokensIn } from './fold.ts';

export interface SearchTerm {
  text: string;
  /** False if the last word may be a prefix. */
  isWhole: boolean;
  isExcluded: boolean;
}

/** Matches `"a phrase"` in any quotation marks, closed or not, and single words. A leading minus excludes either. */
const termPattern = /(?<!\S)([-−–]?)["“”„‟«»＂]([^"“”„‟«»＂]*)(["“”„‟«»＂]|$)|(?<!\S)[-−–](\S+)|(\S+)/gu;

/** Returns the distinct terms of a search. Quotation marks and a minus inside a word are punctuation. */
export function searchTermsIn(search: string): SearchTerm[] {
  const terms = [...search.matchAll(termPattern)].flatMap(([, minus, phrase, closing, excluded, words = '']): SearchTerm[] => {
    if (phrase !== undefined) return [{ text: fold(phrase), isWhole: closing !== '' || minus !== '', isExcluded: minus !== '' }];
    if (excluded !== undefined) return [{ text: fold(excluded), isWhole: true, isExcluded: true }];
    return fold(words)
      .split(' ')
      .map((text) => ({ text, isWhole: false, isExcluded: false }));
  });
  return [...new Map(terms.filter(({ text }) => text !== '').map((term) => [JSON.stringify(term), term])).values()];
}

export interface SearchMatch {
  from: number;
  to: number;
}

/** Returns the matching parts of a text in order, without overlaps. Marks the matching part of a word, or the whole word with `wholeWords`. */
export function searchMatchesIn(text: string, search: string, { wholeWords = false } = {}): SearchMatch[] {
  const terms = searchTermsIn(search).filter(({ isExcluded }) => !isExcluded);
  if (terms.length === 0) return [];
  const { folded, from, to } = foldWithOffsets(text);
  const matches: SearchMatch[] = [];
  for (const { text: term, isWhole } of terms) {
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1)) {
      const end = at + term.length;
      if (isInWord(folded, at) || (isWhole && isInWord(folded, end))) continue;
      matches.push({ from: from[at]!, to: to[(wholeWords ? endOfWord(folded, end) : end) - 1]! });
    }
  }
  return joined(matches.toSorted((a, b) => a.from - b.from || b.to - a.to));
}

/** Folds a text and maps each folded code unit to the start and end of its original character. */
function foldWithOffsets(text: string): { folded: string; from: number[]; to: number[] } {
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = foldCharacter(character);
    const end = index + character.length;
    // An ignored character belongs to the character before it. Repeated separators become one space.
    if (plain === '' || (plain === ' ' && folded.endsWith(' '))) {
      if (to.length > 0) to[to.length - 1] = end;
      continue;
    }
    for (let n = 0; n < plain.length; n += 1) {
      from.push(index);
      to.push(end);
    }
    folded += plain;
  }
  return { folded, from, to };
}

const foldedCharacters = new Map<string, string>();

/** Returns the folded character, a space for a separator. Cached, because folding is slow and texts use few characters. */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  // Folds the character between two letters, because `fold` trims separators.
  const plain = fold(`x${character}x`).slice(1, -1);
  if (foldedCharacters.size > 5_000) foldedCharacters.clear();
  foldedCharacters.set(character, plain);
  return plain;
}

/** Returns whether the position is inside a word of a script with spaces. */
const isInWord = (folded: string, at: number): boolean => at > 0 && at < folded.length && isOfWord(folded, at - 1) && isOfWord(folded, at);

/** Treats both units of a surrogate pair as one character. */
function isOfWord(folded: string, at: number): boolean {
  const first = /[\udc00-\udfff]/.test(folded[at]!) ? at - 1 : at;
  const [token] = tokensIn(String.fromCodePoint(folded.codePointAt(Math.max(0, first))!));
  return token !== undefined && token.text !== ' ' && !token.isUnspaced;
}

function endOfWord(folded: string, at: number): number {
  let end = at;
  while (isInWord(folded, end)) end += 1;
  return end;
}

function joined(matches: readonly SearchMatch[]): SearchMatch[] {
  const separate: SearchMatch[] = [];
  for (const match of matches) {
    const last = separate.at(-1);
    if (last === undefined || match.from >= last.to) separate.push({ ...match });
    else last.to = Math.max(last.to, match.to);
  }
  return separate;
}
