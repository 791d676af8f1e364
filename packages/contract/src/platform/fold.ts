/** Invisible characters, tatweel, and optional marks of scripts whose readers omit them. Vowel signs of Indic scripts and Thai stay. */
const ignored =
  /\p{Default_Ignorable_Code_Point}|\u0640|(?=[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Ethi}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Copt}\p{sc=Glag}])(?![\u3099\u309a])\p{M}/gu;

const pairs = [
  // Latin letters that Unicode does not decompose.
  'ƀbɓbƃbȼcƈcđdɖdɗdƌdðdȡdɛeǝeəeɇeɘeƒfǥgɠgɣgħhɦhⱨhɨiɩiıiɉjʝjƙkⱪkꝁkłlƚlɫlɬlɭlȴlⱡlꝉlɱmɲnŋnƞnɳnȵnøoɔoɵoƥpᵽpʠqɋqɍrɼrɽrɾrʂsȿsŧtƭtʈtȶtⱦtʉuʊuʋvⱱvⱳwƴyɏyƶzȥzʐzɀzʒzʑz',
  'ςσ',
  // Arabic: alef, yeh, kaf and heh as Arabic, Persian and Urdu write them.
  'ٱاٲاٳاىيیيېيکكڪكةهہهھهەهۃه',
].join('');
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', þ: 'th' };
for (let at = 0; at < pairs.length; at += 2) spelled[pairs[at]!] = pairs[at + 1]!;
const spelledLetter = new RegExp(`[${Object.keys(spelled).join('')}]`, 'gu');

/** Returns the ASCII digit of a decimal digit. In Unicode, each ten of digits starts at a code point ending in hex 0 or 6. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  const low = code & 15;
  return String((low < 6 || /\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low : low - 6) % 10);
}

/** Folds letters for comparison: full case folding and NFKD without optional marks. Digits of all scripts become ASCII. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(ignored, '')
    // These three calls equal full case folding, except for final sigma.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll(spelledLetter, (letter) => spelled[letter]!)
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .normalize('NFC');

/** Apostrophes and geresh, removed within words. */
const apostrophes = /['‘’ʻʼꞌ\u05f3\u05f4]/gu;
/** Word separators: punctuation, and ASCII, Latin and Arabic symbols. Other symbols, such as emoji, are searchable. */
const separators = /(?:[\p{P}\p{Z}\p{Cc}]|(?![\u20a0-\u{10ffff}])\p{S})+/gu;

/** Folds text for search and tag comparison: folded letters, one space between words. Must equal the database function `fold` (`fold.test.ts`), so a change needs a migration. */
export const fold = (text: string): string =>
  foldLetters(text).replaceAll(apostrophes, '').normalize('NFC').replaceAll(separators, ' ').trim();

/** Scripts without spaces between words, Hangul and symbols. Each character is searchable alone. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u1950-\\u19ff\\u1a20-\\u1aaf\\u1b00-\\u1b7f\\u20a0-\\u20cf\\u2100-\\u2bff\\u2e80-\\u2fff' +
  '\\u3004-\\u3007\\u3012-\\u3013\\u3020-\\u302f\\u3031-\\u30fa\\u30fc-\\u4dff\\u4e00-\\ua4cf\\ua980-\\ua9ff\\uaa60-\\uaadf\\uac00-\\ud7ff\\uf900-\\ufaff' +
  '\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f000}-\\u{1fbff}\\u{20000}-\\u{3ffff}';
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');
const tokens = new RegExp(`[${unspaced}]| |[^ ${unspaced}]+`, 'gu');

/** Character of a script without spaces, word of another script, or space. */
interface SearchToken {
  text: string;
  isUnspaced: boolean;
}

/** Returns the tokens of a folded text. A token's index is its position in the search vector. */
export const tokensIn = (folded: string): SearchToken[] =>
  (folded.match(tokens) ?? []).map((text) => ({ text, isUnspaced: isUnspaced.test(text) }));

export const longestWord = 60;
