import { fold } from './fold.ts';

/** A word or phrase of a search. */
export interface SearchTerm {
  /** Folded, and never empty. */
  text: string;
  /** Its last word is whole, and not the beginning of one. */
  isWhole: boolean;
  isExcluded: boolean;
}

/** `"a phrase"`, in quotation marks of any language and to the end where none closes it, or a word. A minus before either excludes it. */
const typed = /(?<!\S)([-−–]?)["“”„‟«»＂]([^"“”„‟«»＂]*)(["“”„‟«»＂]|$)|(?<!\S)[-−–](\S+)|(\S+)/gu;

/** The terms of a search, each once. Quotation marks and a minus within a word are punctuation. */
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
