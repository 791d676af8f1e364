import { searchMatchesIn } from '@mbari/contract/platform/search-terms';

export interface MatchPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matches and the text between them. */
export function matchParts(text: string, sought: string): MatchPart[] {
  const parts: MatchPart[] = [];
  let from = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isMatch });
    from = to;
  };
  for (const match of searchMatchesIn(text, sought)) {
    add(match.from, false);
    add(match.to, true);
  }
  add(text.length, false);
  return parts;
}
