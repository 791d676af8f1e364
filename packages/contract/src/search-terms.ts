import { fold } from './fold.ts';

/** Word or phrase of a search. */
export interface SearchTerm {
  /** Folded text, never empty. */
  text: string;
  /** The last word is complete, not a prefix. */
  isWhole: boolean;
  isExcluded: boolean;
}

/** Matches `"a phrase"` in any quotation marks, closed or not, and single words. A leading minus excludes either. */
const typed = /(?<!\S)([-−–]?)["“”„‟«»＂]([^"“”„‟«»＂]*)(["“”„‟«»＂]|$)|(?<!\S)[-−–](\S+)|(\S+)/gu;

/** Returns the distinct terms of a search. Quotation marks and a minus inside a word are punctuation. */
export function searchTermsIn(search: string): SearchTerm[] {
  const terms = [...search.matchAll(typed)].flatMap(([, minus, phrase, closing, excluded, words = '']): SearchTerm[] => {
    if (phrase !== undefined) return [{ text: fold(phrase), isWhole: closing !== '' || minus !== '', isExcluded: minus !== '' }];
    if (excluded !== undefined) return [{ text: fold(excluded), isWhole: true, isExcluded: true }];
    return fold(words)
      .split(' ')
      .map((text) => ({ text, isWhole: false, isExcluded: false }));
  });
  return [...new Map(terms.filter(({ text }) => text !== '').map((term) => [JSON.stringify(term), term])).values()];
}
