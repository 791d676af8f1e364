import { fold, tokensIn } from './fold.ts';
import { searchTermsIn } from './search-terms.ts';

/** A part of a text that matches a search. */
export interface SearchMatch {
  from: number;
  to: number;
}

/**
 * The parts of a text that a search is found by, in their order, none over another: of a word as much as is alike, or all of it
 * where `wholeWords` says so.
 */
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

/** A folded text, and where the character of the text begins and ends that each of its code units comes from. */
function foldWithOffsets(text: string): { folded: string; from: number[]; to: number[] } {
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: character, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = foldCharacter(character);
    const end = index + character.length;
    // What is left out belongs to the character before, and there is one space between words.
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

/** A space for what parts words. Folding takes long, and texts have few characters. */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  // Between two letters, what is left out leaves nothing, and what parts words a space.
  const plain = fold(`x${character}x`).slice(1, -1);
  if (foldedCharacters.size > 5_000) foldedCharacters.clear();
  foldedCharacters.set(character, plain);
  return plain;
}

/** Whether a word of a script with spaces goes on there. */
const isInWord = (folded: string, at: number): boolean => at > 0 && at < folded.length && isOfWord(folded, at - 1) && isOfWord(folded, at);

/** Characters of scripts without spaces are found wherever they stand, each code unit of a pair alike. */
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
