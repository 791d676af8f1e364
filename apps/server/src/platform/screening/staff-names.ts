import { productName } from '../site.ts';

/** Titles that suggest authority anywhere in a name. */
const titles = ['admin', 'administrator', 'sysadmin', 'moderator', 'webmaster', 'organiser', 'organizer', 'staff'];
/** Words that suggest authority alone or combined: "Support" and "support team", but not "Team Lagos". */
const names = [productName, 'team', 'support', 'official', 'operator', 'mod', 'helpdesk'];
const fillers = 'the of our your from for and community forum site head chief lead super customer service'.split(' ');

const anyOf = (words: readonly string[]): string => words.map((word) => `${skeleton(word)}s?`).join('|');
const madeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${anyOf(words)})+$`);

/**
 * Characters that look like a letter from a to z: Unicode's confusables (UTS 39) without right-to-left scripts, plus
 * small capitals and other letters missing there.
 */
const spellings: Record<string, string> = {
  a: 'ɑΑαАаᎪᗅᴀ⍶⍺ꓮ𐊠𖽀',
  b: 'ƀƂƃƄɓʙΒБВЬѢѣҌҍᏏᏴᖯᗷꓐꞴ𐊂𐊡𐌁',
  c: '¢ȼΣςСсҪҫᏟᴄ₡Ⲥⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🝌',
  d: 'ÐĐđƉƌɖɗԁᎠᏧᑯᗞᗪᴅ₫ꓒꓓ',
  e: 'ɆɇΕЕеҽҿᎬᴇ℮⋿ⴹꓰꬲ𐊆𑢦𑢮',
  f: 'ƑƒϜքᖴᵮẝꓝꜰꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓',
  g: 'ƍǤǥɠɡɢԌցᏀᏳᶃꓖ',
  h: 'ĦħɦʜΗНнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ𐋏',
  i: 'ıɨɩɪιіӏᎥᵻᵼ⍳⍸ꙇꭵ𑣃',
  k: 'ƙΚКҚҞᏦᛕᴋ₭ⱩⲔꓗꝀ𐔘',
  l: 'ŁłƖƗƚǀɫɭʟΙІӀᏞᒪᛁ∣⏽│ⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪',
  m: 'ɱΜμϺМмӍᎷᗰᛖᴍᵯ₥Ⲙꓟ𐊰𐌑𑜀𑣣',
  n: 'ƝƞɳɴΝηипոռᵰⲚꓠ𐆎𐔓',
  o: 'ØøƟɵΘΟθοσОоѲѳӨөՕօ०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᎾᏫᴏᴑ⊖⊝⍬Ⲟⲟⴱⵁⵔ〇ꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠𝈚🜔',
  p: 'ƥΡρРрᏢᑭᴘᵽ⍴Ⲣⲣꓑ𐊕',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖',
  s: 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ŦŧƭƮȾΤТтҬᎢᴛᵵ₮⊤⍡⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨',
  u: 'ɄʋυՍսሀᏌᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵᏙᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑢠𑣀𖼈𝈍🜈',
  w: 'ɯѡѽԜԝաᎳᏔᴡ₩ꓪꝡꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  y: '¥ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ𐋵𑢩𑣄𑣥',
};

const letterOf = new Map(Object.entries(spellings).flatMap(([letter, alikes]) => [...alikes].map((alike) => [alike, letter] as const)));

/** Enclosed letters and flags, which Unicode does not decompose. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6];

/** Replaces look-alikes by plain letters and removes marks. Other characters stay. */
const plainLetters = (text: string): string =>
  [...text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')]
    .map(
      (character) =>
        letterOf.get(character) ?? letterOf.get(character.toUpperCase()) ?? enclosedLetter(character) ?? character.toLowerCase(),
    )
    .join('');

const figures: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  '$': 's',
  '!': 'l',
  '|': 'l',
};
const pairs: Record<string, string> = { rn: 'm', vv: 'w', cl: 'd' };

/** Returns equal text for words that look alike. Only for comparison, never for display. */
const skeleton = (text: string): string =>
  plainLetters(text)
    .replaceAll(/[0134578@$!|]/g, (figure) => figures[figure] ?? figure)
    .replaceAll('i', 'l')
    .replaceAll(/rn|vv|cl/g, (pair) => pairs[pair]!);

const officialWord = madeOf([...titles, ...names, ...fillers]);
const title = new RegExp(anyOf(titles));
const namesOnly = madeOf(names);
const namesOrFillers = madeOf([...names, ...fillers]);

/** Returns true if a name resembles staff, also in look-alike letters. */
export function resemblesStaff(name: string): boolean {
  const words = plainLetters(name)
    .split(/[^\p{L}\p{N}@$!|]+/u)
    .filter((word) => word !== '');
  const isTitle = (word: string): boolean => readings(word).some((reading) => officialWord.test(reading) && title.test(reading));
  const isOf = (kind: RegExp, word: string): boolean => readings(word).some((reading) => kind.test(reading));
  const joined = words.join('');
  if ([...words, joined].some(isTitle)) return true;
  const readable = words.every((word) => word.length === 1) ? [joined] : words;
  const count = readable.filter((word) => isOf(namesOnly, word)).length;
  return count > 1 || (count === 1 && readable.every((word) => isOf(namesOrFillers, word)));
}

/** Returns the readings of a word: digits and signs at its ends may be letters or ornaments. */
const readings = (word: string): string[] =>
  [word, word.replace(/^\P{L}+/u, ''), word.replace(/\P{L}+$/u, ''), word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')].map(skeleton);

function enclosedLetter(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const first = enclosed.find((from) => code >= from && code < from + 26);
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first);
}
