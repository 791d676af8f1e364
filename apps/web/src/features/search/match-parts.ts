export interface MatchPart {
  text: string;
  isMatch: boolean;
}

/** Letters as the server compares them: without case, marks and hooks. Each letter of a text gives one or none, or several for a ligature. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|[ʻʼꞌ‘’']/gu, '')
    .toLowerCase()
    .replaceAll(/[ɓɗƙƴŋɛɔøłđŧəı]/g, (letter) => hooked[letter] ?? letter);

const hooked: Record<string, string> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɛ: 'e', ɔ: 'o', ø: 'o', ł: 'l', đ: 'd', ŧ: 't', ə: 'e', ı: 'i' },
};

const wordsIn = /[\p{L}\p{N}][\p{L}\p{M}\p{N}ʻʼꞌ‘’']*/gu;

/** A text in parts: those of its words that begin as a word does that was looked for are matches, as far as they are alike. */
export function matchParts(text: string, sought: string): MatchPart[] {
  const beginnings = (sought.match(wordsIn) ?? []).map(plain).filter((word) => word !== '');
  const parts: MatchPart[] = [];
  let from = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isMatch });
    from = Math.max(from, to);
  };
  for (const { 0: word, index } of text.matchAll(wordsIn)) {
    const alike = beginnings.filter((beginning) => plain(word).startsWith(beginning)).toSorted((a, b) => b.length - a.length)[0];
    if (alike === undefined) continue;
    add(index, false);
    add(index + lengthOf(word, alike.length), true);
  }
  add(text.length, false);
  return parts;
}

/** How much of a word makes so many plain letters, with the marks on the last of them. */
function lengthOf(word: string, letters: number): number {
  let at = 0;
  let made = 0;
  for (const letter of word) {
    const adds = plain(letter).length;
    if (made >= letters && adds > 0) break;
    made += adds;
    at += letter.length;
  }
  return at;
}
