import { searchMatchesIn } from '@mbari/contract/platform/search-terms';

export interface MatchPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matches and the text between them. */
export function splitMatches(text: string, query: string): MatchPart[] {
  const parts: MatchPart[] = [];
  let position = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end > position) parts.push({ text: text.slice(position, end), isMatch });
    position = end;
  };
  for (const match of searchMatchesIn(text, query)) {
    add(match.from, false);
    add(match.to, true);
  }
  add(text.length, false);
  return parts;
}
