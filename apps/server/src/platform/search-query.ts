import { fold, longestWord, tokensIn } from '@mbari/contract/platform/fold';
import { type SearchTerm, searchTermsIn } from '@mbari/contract/platform/search-terms';

export interface SearchQuery {
  all: string;
  /** Lexemes that every match contains. Empty if the query only excludes. */
  lexemes: string[];
}

/** Returns null if the text contains no word. */
export function searchQueryOf(search: string): SearchQuery | null {
  const terms = searchTermsIn(search);
  if (terms.length === 0) return null;
  const excluded = terms.filter(({ isExcluded }) => isExcluded);
  const required = terms.filter(({ isExcluded }) => !isExcluded).map(lexemesOf);
  return {
    all: [...new Set([...required.map(phraseOf), ...excluded.map((term) => `!(${phraseOf(lexemesOf(term))})`)])].join(' & '),
    lexemes: [...new Set(required.flat().map(({ lexeme }) => lexeme))],
  };
}

/** Returns a `tsquery` of any of the longer words or character pairs of a text, or null if it has none. */
export function anyWordOf(text: string): string | null {
  const words = lexemesOf({ text: fold(text), isWhole: true, isExcluded: false })
    .filter(({ lexeme, isUnspaced }) => isUnspaced || lexeme.length > "'...'".length)
    .map(({ lexeme }) => lexeme);
  return words.length === 0 ? null : [...new Set(words)].join(' | ');
}

interface PositionedLexeme {
  lexeme: string;
  position: number;
  isUnspaced: boolean;
}

/** Returns the lexemes of a term like the SQL function `searched`: words, and character pairs in scripts without spaces. */
function lexemesOf({ text, isWhole }: SearchTerm): PositionedLexeme[] {
  const tokens = tokensIn(text);
  return tokens.flatMap((token, position): PositionedLexeme[] => {
    if (token.text === ' ') return [];
    const next = tokens[position + 1];
    if (!token.isUnspaced) {
      const word = [...token.text].slice(0, longestWord).join('');
      return [{ lexeme: next === undefined && !isWhole ? `'${word}':*` : `'${word}'`, position, isUnspaced: false }];
    }
    if (next?.isUnspaced) return [{ lexeme: `'${token.text}${next.text}'`, position, isUnspaced: true }];
    // The last character of a run is already in the previous pair.
    return tokens[position - 1]?.isUnspaced ? [] : [{ lexeme: `'${token.text}':*`, position, isUnspaced: true }];
  });
}

const phraseOf = (lexemes: readonly PositionedLexeme[]): string =>
  lexemes.map(({ lexeme, position }, index) => (index === 0 ? lexeme : ` <${position - lexemes[index - 1]!.position}> ${lexeme}`)).join('');
